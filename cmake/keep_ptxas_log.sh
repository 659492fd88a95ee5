#!/bin/sh
# Runs a compiler of CUDA files and keeps what `ptxas -v` says about its kernels in OBJECT.ptxas.
#
#   keep_ptxas_log.sh COMPILER ARGUMENT... -o OBJECT ...
#
# Everything else that the compiler says is passed on.
object=
previous=
for argument in "$@"; do
  if [ "$previous" = -o ]; then
    object=$argument
  fi
  previous=$argument
done
if [ -z "$object" ]; then
  exec "$@"
fi

"$@" 2>"$object.ptxas"
status=$?
# The lines of ptxas -v: "ptxas info : ..." and, indented below it, stack and spills.
grep -v -e '^ptxas info' -e '^ *[0-9]* bytes stack frame' "$object.ptxas" >&2
exit $status
