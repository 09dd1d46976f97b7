#!/bin/sh
# usage: sandbox.sh FOLDER
# Runs FOLDER/blocks/*.sh one after another beside the release in FOLDER, as root of a machine that is this one, but for what they write: that is kept in memory
# and gone at the end, with every process they leave. Called by `unshare --mount --pid --fork --kill-child`.
set -eu
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
machine=$folder/machine
mkdir -p "$machine"
mount -t tmpfs tmpfs "$machine"
mkdir "$machine/upper" "$machine/work" "$machine/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$machine/upper,workdir=$machine/work" "$machine/root"
cd "$machine/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
chmod 1777 tmp
mkdir -p root/guide
cp "$here/systemctl" "$here/journalctl" "$here/apt-get" usr/local/sbin/
cp "$folder"/*.tgz root/guide/
cp -r "$folder/blocks" run/
echo '127.0.0.1 lapau.example s3.example' >>etc/hosts
for block in run/blocks/*.sh; do
  echo "### ${block##*/}"
  # certificates that only this machine trusts
  env -i ${NODE_EXTRA_CA_CERTS:+"NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS"} HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    chroot . bash -c "cd /root/guide && exec bash -euo pipefail /$block" </dev/null || { echo "### failed with $?"; tail -n 20 var/log/*.service.log; exit 1; }
done
echo '### done'
