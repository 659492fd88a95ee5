// Ctrl-C: the first one asks the running fit to stop after its present step (the generation of a
// search, the epoch of a network, the tree of an ensemble) and to keep what it has; a second one
// ends the process at once with exit code 130. Signals within 0.2 s
// of the first count as the same request: timeout(1) and batch systems send one twice.
#pragma once

namespace memlaw {

// Installs the handlers for SIGINT and SIGTERM. Call once, from main.
void install_interrupt_handlers();
// True after the first signal. Safe to call from any thread.
bool interrupted();
// For tests.
void set_interrupted(bool value);

}  // namespace memlaw
