#!/usr/bin/env python3
"""Checks the event files of a training run against TensorBoard itself.

usage: tensorboard_check.py FOLDER

Reads every event file below FOLDER (train/tensorboard.h) with TensorBoard's own reader, which
checks the records' checksums, and prints what it read: each figure with its number of values, its
first and its last. Needs the Python module tensorboard. Exit code 77 without it: not checked.
"""

import pathlib
import sys

NOT_CHECKED = 77

try:
    import tensorboard
    from tensorboard.backend.event_processing import event_accumulator
except ImportError as error:
    print(f"not checked: {error}")
    sys.exit(NOT_CHECKED)


def read(folder):
    """Every figure by name, with its events by step."""
    accumulator = event_accumulator.EventAccumulator(
        str(folder), size_guidance={event_accumulator.SCALARS: 0})
    accumulator.Reload()
    assert accumulator.FirstEventTimestamp() > 0, "no time"
    return {tag: accumulator.Scalars(tag) for tag in accumulator.Tags()["scalars"]}


def main():
    files = sorted(pathlib.Path(sys.argv[1]).rglob("events.out.tfevents.*"))
    assert files, f"{sys.argv[1]}: no event files"
    for folder in sorted({file.parent for file in files}):
        figures = read(folder)
        assert figures, f"{folder}: TensorBoard read no figures"
        print(f"{folder}: {len(figures)} figures")
        for tag, events in figures.items():
            first, last = events[0], events[-1]
            print(f"  {tag}: {len(events)} values, {first.value:.6g} at step {first.step}, "
                  f"{last.value:.6g} at step {last.step}")
    print(f"tensorboard {tensorboard.__version__}: checked")


if __name__ == "__main__":
    main()
