#!/usr/bin/env bash
# What is checked in the virtual machine: card0 and card1 are vgem and virtio-gpu, in either order;
# both are drawn to by llvmpipe, whatever they look like.
set -u
program=$1
export HOME=/run TMPDIR=/run LP_NUM_THREADS=2
cd /run
failed=0
check() { # what, command…
  local what=$1
  shift
  if "$@" > out 2> err; then echo "ok: $what"; else
    echo "FAILED ($?): $what: $*"
    head -c 2000 err
    failed=1
  fi
}
exits() { # status, command…
  local wanted=$1
  shift
  "$@"
  [ $? = "$wanted" ]
}
says() { # words, stream, command…
  local words=$1 stream=$2
  shift 2
  "$@" > said 2> told
  grep -q "$words" "$([ "$stream" = 1 ] && echo said || echo told)" ||
    { cat said told >&2; return 1; }
}
ls -l /dev/dri
"$program" demo -o p_%d.png --size 190x256 --frames 2 -q || { echo "no pages"; exit 1; }
pages="p_0.png p_1.png"

check "doctor draws right pictures" "$program" doctor --deadline 900
for node in card0 card1; do
  check "$node: a frame through GBM is the CPU path's" "$program" compare $pages \
    --size 190x256 --gpu drm:/dev/dri/$node --egl gbm
  check "$node: memory is drawn to, mapped, exported and imported" \
    says '"sharesFrames":true' 1 "$program" doctor --deadline 900 --json --gpu drm:/dev/dri/$node --egl gbm
done
check "a render node has no buffers for software, and says so" \
  says 'gbm_bo_create: ' 1 \
  "$program" doctor --deadline 900 --json --gpu drm:/dev/dri/renderD128 --egl gbm
check "a device that looks like hardware and is software is refused as such" \
  says 'is software' 2 "$program" frame $pages --progress 0.4 -o f.png --require-gpu
check "the choice falls on the CPU path, not on software OpenGL" \
  says 'CPU path' 2 "$program" frame $pages --progress 0.4 -o f.png
check "a node that isn't there is exit 69" exits 69 \
  "$program" frame $pages --progress 0.4 -o f.png --gpu drm:/dev/dri/renderD199 --backend gpu
chmod 600 /dev/dri/*
check "a node that may not be opened is told with its way out" \
  says 'Permission denied' 1 setpriv --reuid 65534 --regid 65534 --clear-groups "$program" doctor --deadline 900
exit $failed
