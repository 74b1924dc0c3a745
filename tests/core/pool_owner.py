"""A process with busy workers; prints their process ids once all of them work."""

import os
import sys
import time

from got_env.core.worker_pool import worker_pool


def work(seconds):
    os.write(
        sys.stdout.fileno(), f"{os.getpid()}\n".encode()
    )  # one call: lines of two workers never mix
    time.sleep(seconds)


if __name__ == "__main__":
    with worker_pool(2) as pool:
        list(pool.map(work, [float(word) for word in sys.argv[1:]]))
