"""What tests of every tier share."""

import os

# Before torch is imported: tests run side by side, and threads of torch would fight for cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
