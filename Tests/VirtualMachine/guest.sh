#!/usr/bin/env bash
# What is checked in the virtual machine: card0 and card1 are vgem and virtio-gpu, in either order;
# both are drawn to by llvmpipe, whatever they look like.
#
# Floating point is emulated, and shaders are compiled at every first use: few runs draw, and those
# that do draw little.
set -u
program=$1
page=$2
# Compiled shaders are kept from one run to the next, and LLVM doesn't optimise them.
export HOME=/run TMPDIR=/run LP_NUM_THREADS=2 GALLIVM_PERF=nopt
# A frame may take longer here than on any real machine.
export GLCURL_FRAME_DEADLINE=600
cd /run
failed=0
# Runs a command and checks its exit status, and what it says.
check() { # what, status, words, command…
  local what=$1 wanted=$2 words=$3 from=$SECONDS
  shift 3
  "$@" > said 2> told
  local status=$?
  if [ $status = "$wanted" ] && cat said told | grep -qF -- "$words"; then
    echo "ok ($((SECONDS - from)) s): $what"
  else
    echo "FAILED (status $status, not $wanted; or not said: $words): $what: $*"
    tail -c 4000 said
    head -c 2000 told
    failed=1
  fi
}
ls -l /dev/dri

check "card0: a right picture through GBM" 0 '"ok":true' \
  "$program" doctor --deadline 900 --json --gpu drm:/dev/dri/card0 --egl gbm
grep -q '"sharesFrames":true' said ||
  { echo "FAILED: card0: memory is drawn to, mapped, exported and imported"; failed=1; }
check "card1: frames through GBM are the CPU path's" 0 'within the parity' \
  "$program" compare "$page" "$page" --size 190x242 --frames 3 --gpu drm:/dev/dri/card1 --egl gbm
check "a render node has no buffers for software, and says so" 0 'gbm_bo_create: Permission denied' \
  "$program" doctor --deadline 900 --json --gpu drm:/dev/dri/renderD128 --egl gbm
check "a device that looks like hardware and is software is refused as such" 69 'is software' \
  "$program" frame "$page" "$page" --progress 0.4 -o f.png --require-gpu
check "the choice falls on the CPU path, not on software OpenGL" 0 'CPU path' \
  "$program" frame "$page" "$page" --progress 0.4 --size 64x64 -o f.png
check "a node that isn't there is not stood in for" 69 'renderD199' \
  "$program" frame "$page" "$page" --progress 0.4 -o g.png --gpu drm:/dev/dri/renderD199
chmod 600 /dev/dri/*
nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"
check "a node that may not be opened is told with its way out" 0 'usermod -aG' \
  $nobody "$program" doctor --deadline 900 --json --gpu drm:/dev/dri/card0 --egl gbm
grep -q 'Permission denied' said || { echo "FAILED: the reason isn't told"; failed=1; }
check "nor does another one stand in for it" 69 'Permission denied' \
  $nobody "$program" frame "$page" "$page" --progress 0.4 -o g.png --gpu drm:/dev/dri/card0
exit $failed
