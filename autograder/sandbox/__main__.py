"""`python -I -m autograder.sandbox FD`: what the host starts; see `jail`."""

import sys

from autograder.sandbox.jail import main

main(int(sys.argv[1]))
