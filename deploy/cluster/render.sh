#!/bin/sh
# Writes the configuration of one machine: sh render.sh <1, 2 or 3> <folder, / for this machine> [<values>, cluster.env beside this script]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
node=$1
folder=$2
values=${3:-$here/cluster.env}

substitutions=''
add() {
  case $2 in
  '') echo "$values does not set $1." >&2 && exit 1 ;;
  *[!A-Za-z0-9:/._-]*) echo "$1 in $values may have letters, digits and :/._- only." >&2 && exit 1 ;;
  esac
  substitutions="$substitutions
s|\\\${$1}|$2|g"
}
while IFS='=' read -r name value; do
  case $name in
  '' | '#'*) ;;
  *) add "$name" "$value" ;;
  esac
  [ "$name" != "NODE$node" ] || add ADDRESS "$value"
done <"$values"
add NAME "node$node"

render() {
  mkdir -p "$folder/$(dirname "$2")"
  (umask 077 && sed "$substitutions" "$here/$1" >"$folder/$2")
}
render etcd.env etc/default/etcd
render patroni.yml etc/patroni/lapau.yml
render haproxy.cfg etc/haproxy/haproxy.cfg
render not-ready.http etc/haproxy/not-ready.http
render patroni-restart.conf etc/systemd/system/patroni@lapau.service.d/restart.conf
render redis.conf etc/redis/redis.conf
render lapau.env etc/lapau.env
# Lapau reads this file as its user, who may not have been made yet.
if [ "$(id -u)" = 0 ] && getent group lapau >/dev/null; then
  chgrp lapau "$folder/etc/lapau.env"
  chmod 0640 "$folder/etc/lapau.env"
fi
