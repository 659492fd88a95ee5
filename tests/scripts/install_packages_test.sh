#!/usr/bin/env bash
# Runs scripts/install-packages with stand-ins for dpkg-query, apt-get, id and sudo.
#
#   install_packages_test.sh PATH-OF-INSTALL-PACKAGES
set -euo pipefail
script=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

stub() {  # stub NAME BODY: a program in front of the real ones
  printf '#!/bin/bash\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

prepare() {  # prepare USER-ID MISSING-PACKAGE...
  rm -rf "${work:?}/bin" "${work:?}/calls"
  mkdir "$work/bin"
  touch "$work/calls"
  ln -s "$(command -v env)" "$(command -v bash)" "$work/bin/"
  stub id "echo $1"
  stub dpkg-query "[[ ' ${*:2} ' == *\" \${!#} \"* ]] && exit 1; echo installed"
  stub apt-get "echo \"apt-get \$*\" >>'$work/calls'"
}

failures=0
expect() {  # expect CASE STATUS PATTERN: exit status, and a pattern over output and calls
  local status=0 seen
  seen=$(PATH="$work/bin" bash "$script" test 2>&1) || status=$?
  seen+=$'\n'$(<"$work/calls")
  if [[ $status -ne $2 || ! $seen =~ $3 ]]; then
    echo "FAILED: $1: status $status, wanted $2 and '$3'; saw: $seen" >&2
    failures=$((failures + 1))
  fi
}

prepare 1000
expect "nothing missing: no call, no word" 0 $'^\n$'

prepare 0 cmake python3
expect "root installs exactly what is missing" 0 \
  $'^Installing: cmake python3\napt-get [^\n]* update\napt-get [^\n]* install [^\n]* cmake python3$'

prepare 1000 cmake
stub sudo "echo sudo >>'$work/calls'; exec \"\$@\""
expect "another user goes through sudo and is told" 0 \
  $'^Installing with sudo: cmake\nsudo\napt-get [^\n]* update\nsudo\napt-get [^\n]* cmake$'

prepare 1000 cmake
expect "without sudo the command to run is named" 1 $'as root, run: apt-get install cmake\n$'

prepare 0 cmake
stub apt-get "exit 100"
expect "a failing apt-get fails the script" 100 "Installing: cmake"

prepare 1000 cmake
rm "$work/bin/dpkg-query"
expect "on another system the packages are named and nothing is run" 0 $'neither Debian.*cmake.*\n$'

exit "$failures"
