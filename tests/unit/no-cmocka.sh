#!/bin/sh
# Runs in place of the unit tests where configure found no cmocka.
echo "1..0 # SKIP the unit tests were NOT BUILT: cmocka is missing (./bootstrap installs it)"
