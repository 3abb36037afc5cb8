#!/usr/bin/env bash
# What is checked in the virtual machine: card0 and card1 are vgem and virtio-gpu, in either order;
# both are drawn to by llvmpipe, whatever they look like.
#
#   guest.sh PROGRAM PAGE FOLDER-OF-COMPILED-SHADERS
#   guest.sh --warm PROGRAM PAGE FOLDER
#
# With --warm it draws with the same programs on the machine that it runs on, so that LLVM compiles
# them there and not where every instruction is emulated.
set -u
warm=
[ "$1" != --warm ] || { warm=1; shift; }
program=$1
page=$2
# Both machines compile for the same processor, one that QEMU emulates right, and draw in the caller's
# thread. LLVM optimises: it does so outside of the guest, which then draws twice as fast.
export GALLIUM_OVERRIDE_CPU_CAPS=sse4.1 LP_NUM_THREADS=0
# The shader cache is Mesa's alone.
export GLCURL_PROGRAM_CACHE=
# A frame may take longer here than on any real machine.
export GLCURL_FRAME_DEADLINE=600
small=(--size 64x82)
if [ -n "$warm" ]; then
  export XDG_CACHE_HOME=$3
  ways=(--gpu software --egl surfaceless)
  "$program" doctor --deadline 900 "${ways[@]}" >/dev/null &&
    "$program" compare "$page" "$page" --size 190x242 --frames 3 "${ways[@]}" >/dev/null &&
    "$program" frame "$page" "$page" "${small[@]}" --progress 0.4 -o "$3/f.png" --backend gpu \
      "${ways[@]}"
  exit
fi
export HOME=/run TMPDIR=/run XDG_CACHE_HOME=/run
cp -r "$3"/mesa_shader_cache /run/ 2>/dev/null
known=$(find /run/mesa_shader_cache -type f 2>/dev/null | wc -l)
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
# Checks how often the last command said something.
count() { # what, times, words
  local times
  times=$(grep -oF -- "$3" said | wc -l)
  [ "$times" = "$2" ] || { echo "FAILED ($times times $3, not $2): $1"; failed=1; }
}
ls -l /dev/dri

check "every node through GBM, and a right picture" 0 '"ok":true' \
  "$program" doctor --deadline 900 --json --egl gbm
count "card nodes: memory is drawn to, mapped, exported as a dma-buf and imported" 2 \
  '"sharesFrames":true'
count "render nodes have no buffers for software, and say so" 2 'gbm_bo_create: Permission denied'
count "a GPU without 3D is told with its kernel driver" 1 'its kernel driver is virtio_gpu'
check "card0: a frame through GBM" 0 'gbm /dev/dri/card0' \
  "$program" frame "$page" "$page" --progress 0.4 "${small[@]}" -o f.png --backend gpu \
  --gpu drm:/dev/dri/card0 --egl gbm
check "card1: frames through GBM are the CPU path's" 0 'within the parity' \
  "$program" compare "$page" "$page" --size 190x242 --frames 3 --gpu drm:/dev/dri/card1 --egl gbm
grep -qF 'gbm /dev/dri/card1' told || { echo "FAILED: another node drew"; failed=1; }
check "a device that looks like hardware and is software is refused as such" 69 \
  'GBM platform, /dev/dri/card0: is software: ' \
  "$program" frame "$page" "$page" --progress 0.4 -o f.png --require-gpu
check "the choice falls on the CPU path, not on software OpenGL" 0 'CPU path' \
  "$program" frame "$page" "$page" --progress 0.4 "${small[@]}" -o f.png
check "a node that isn't there is not stood in for" 69 'renderD199' \
  "$program" frame "$page" "$page" --progress 0.4 -o g.png --gpu drm:/dev/dri/renderD199
chgrp video /dev/dri/*
chmod 660 /dev/dri/*
nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"
check "a node that may not be opened is told with its way out" 69 'sudo usermod -aG video nobody' \
  $nobody "$program" doctor --deadline 900 --json --gpu drm:/dev/dri/card0 --egl gbm
grep -q 'Permission denied' said || { echo "FAILED: the reason isn't told"; failed=1; }
check "nor does another one stand in for it" 69 'Permission denied' \
  $nobody "$program" frame "$page" "$page" --progress 0.4 -o g.png --gpu drm:/dev/dri/card0
compiled=$(($(find /run/mesa_shader_cache -type f | wc -l) - known))
echo "shaders compiled here: $compiled; brought along: $known"
exit $failed
