#!/bin/bash
# usage: setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc machine.sh ROOT FOLDER
# Boots the Debian in the folder ROOT with a systemd of its own, and runs FOLDER/blocks/*.sh there one after another as its root, in
# a copy of FOLDER/files. Nothing is written to ROOT: what the machine writes is in memory. It has its own network, in which
# 10.0.2.2 is the loopback of this machine. ROOT may be /: the machine is then this one as Debian's packages alone would leave it.
# When this script is killed, the kernel ends all that it started, and takes the mounts away.
set -euo pipefail
root=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)

refuse() {
  echo "### systemd cannot be booted here: $*"
  exit 1
}
[ $$ = 1 ] || refuse "this script has to be called as its second line shows."
for program in systemd-nspawn slirp4netns; do
  command -v $program >/dev/null || refuse "there is no $program. As root: apt-get install systemd-container slirp4netns"
done
[ -c /dev/net/tun ] || refuse "there is no /dev/net/tun, by which the machine would reach the network."

# The machine's systemd gets control groups of its own: systemd-nspawn would give the same ones to every machine started here.
mine=()
leave_groups() {
  for group in "${mine[@]}"; do
    echo 0 >"$(dirname "$group")/cgroup.procs"
    for _ in {1..50}; do # the last processes have just ended
      find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true
      [ -d "$group" ] || break
      sleep 0.1
    done
  done
}
join_groups() {
  local hierarchy line parent group name
  name=lapau-guide.$(cat /proc/sys/kernel/random/uuid)
  for hierarchy in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
    [ -e "$hierarchy/cgroup.procs" ] || continue
    line='^0::'
    [ "${hierarchy##*/}" != systemd ] || line='^[0-9]*:name=systemd:'
    parent=$hierarchy$(sed -n "s/$line//p" /proc/self/cgroup)
    for group in "$parent"/lapau-guide.*/; do # of one that was killed
      [ ! -d "$group" ] || [ -n "$(find "$group" -name cgroup.procs -exec cat {} +)" ] ||
        find "$group" -depth -type d -exec rmdir {} \;
    done
    group=$parent/$name
    mkdir "$group" || refuse "no control group can be made in $parent."
    echo 0 >"$group/cgroup.procs" || refuse "no process can be moved to the control group $group."
    mine+=("$group")
  done
}

trap leave_groups EXIT
join_groups
mount -t tmpfs tmpfs /run || refuse "nothing can be mounted."
mkdir /run/machine
mount -t tmpfs -o size=75% tmpfs /run/machine
cd /run/machine
mkdir upper work root
mount -t overlay overlay -o "lowerdir=$root,upperdir=upper,workdir=work" root || refuse "no overlay can be mounted over $root."
[ "$root" != / ] || (cd root && . "$here/as-installed.sh")
: >root/etc/machine-id
rm -f root/etc/resolv.conf
echo 'nameserver 10.0.2.3' >root/etc/resolv.conf
echo '127.0.0.1 lapau.example s3.example' >>root/etc/hosts
mkdir -p root/root/guide
cp -r "$folder/files/." root/root/guide
cp -r "$folder/blocks" root/root

unshare --net sleep infinity &
network=/proc/$!/ns/net
for _ in {1..100}; do [ "$(readlink $network)" = "$(readlink /proc/self/ns/net)" ] || break; sleep 0.1; done
slirp4netns --configure --mtu=65520 $! tap0 >network.log 2>&1 &
systemd-nspawn --quiet --boot --directory=root --machine=lapau-guide --register=no --keep-unit --link-journal=no \
  --resolv-conf=off --network-namespace-path=$network --console=pipe </dev/null >console.log 2>&1 &
machine=$!
# shellcheck disable=SC2317 # called by the trap
finish() {
  # systemctl complains when the machine is off before it has answered.
  [ -z "${init:-}" ] || inside timeout 30 systemctl poweroff >/dev/null 2>&1 || true
  for _ in {1..300}; do kill -0 $machine 2>/dev/null || break; sleep 0.1; done
  { kill -KILL $(jobs -p) && wait; } 2>/dev/null || true
  leave_groups
}
trap finish EXIT

# Runs a command in the machine, with certificates that only this machine trusts.
inside() {
  nsenter --target "$init" --all --root --wd env -i ${NODE_EXTRA_CA_CERTS:+"NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS"} \
    HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}
init= state=
for _ in {1..3000}; do # a busy machine boots slowly
  kill -0 $machine 2>/dev/null || break
  for child in $(cat /proc/$machine/task/$machine/children); do
    [ "$(cat "/proc/$child/comm")" != systemd ] || init=$child
  done
  [ -z "$init" ] || state=$(inside systemctl is-system-running 2>/dev/null || true)
  case $state in running | degraded) break ;; esac
  sleep 0.1
done
case $state in running | degraded) ;; *) refuse "it is not ready after minutes (${state:-not begun}). $(cat console.log network.log)" ;; esac
[ "$root" != / ] || inside bash -s <"$here/start-services.sh"

show_failures() {
  inside systemctl --no-pager --full status 'lapau*' || true
  inside systemctl --no-pager --failed || true
  for unit in $(inside systemctl list-units --failed --plain --no-legend | cut -d' ' -f1) lapau.service; do
    inside journalctl --no-pager --lines=40 --unit="$unit"
  done
}
for block in root/root/blocks/*.sh; do
  echo "### ${block##*/}"
  inside timeout --kill-after=10 600 bash -c "cd /root/guide && exec bash -veuo pipefail /root/blocks/${block##*/}" </dev/null 2>&1 ||
    { echo "### failed with $?"; show_failures; exit 1; }
done
echo '### done'
