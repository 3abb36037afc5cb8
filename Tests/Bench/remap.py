"""OpenCV's remap, asked by `glcurl bench --remap 'python3 Tests/Bench/remap.py'`.

One thread; maps are floats, made beforehand; memory for the result is there beforehand. Reads from
standard input, each header a line:
  picture W H   then W*H*4 bytes: the page, RGBA, 8 bits; forgets all maps
  map W H       then W*H*2 float32: x and y in the page of each pixel, pixel centres whole numbers
  remap I       answers with the nanoseconds that map I took: on the clock, of the processor
  large W H w h then W*H*4 bytes: a picture that INTER_AREA makes w by h; keeps the maps
  area          answers with the nanoseconds that this took
Greets with what it is.
"""

import sys
import time

import cv2
import numpy as np


def fill(array):
    """Reads an array's bytes; ends quietly where the other side has gone."""
    if sys.stdin.buffer.readinto(memoryview(array).cast("B")) != array.nbytes:
        sys.exit(0)
    return array


def answer(work):
    """Does something, and tells how long it took."""
    cpu, wall = time.process_time_ns(), time.perf_counter_ns()
    work()
    wall, cpu = time.perf_counter_ns() - wall, time.process_time_ns() - cpu
    print(wall, cpu, flush=True)


def main():
    cv2.setNumThreads(1)
    cv2.ocl.setUseOpenCL(False)
    print(f"OpenCV {cv2.__version__} remap, 1 thread", flush=True)
    picture, maps, result = None, [], None
    large, small = None, None
    for line in iter(sys.stdin.buffer.readline, b""):
        word, *numbers = line.split()
        numbers = [int(number) for number in numbers]
        if word == b"picture":
            width, height = numbers
            picture = fill(np.empty((height, width, 4), np.uint8))
            maps = []
        elif word == b"map":
            width, height = numbers
            maps.append(fill(np.empty((height, width, 2), np.float32)))
            result = np.zeros((height, width, 4), np.uint8)
        elif word == b"remap":
            chosen = maps[numbers[0]]
            answer(lambda: cv2.remap(picture, chosen, None, cv2.INTER_LINEAR, dst=result))
        elif word == b"large":
            width, height, *size = numbers
            large = fill(np.empty((height, width, 4), np.uint8))
            small = np.zeros((size[1], size[0], 4), np.uint8)
        elif word == b"area":
            size = small.shape[1::-1]
            answer(lambda: cv2.resize(large, size, dst=small, interpolation=cv2.INTER_AREA))
        else:
            sys.exit(f"unknown: {line!r}")


main()
