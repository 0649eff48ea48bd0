"""A parent that ignores SIGINT, as the background of a shell or nohup does, would make every child of a test ignore it."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
