#!/bin/sh
# Waits until PostgreSQL runs on all three machines and this one's HAProxy leads to it, and says what is missing: sh wait.sh [<seconds>, 600 unless given]
set -eu

limit=$(($(date +%s) + ${1:-600}))
said=''
while :; do
  # Patroni lists of each machine its name, its role, and whether its PostgreSQL runs.
  members=$(timeout 20 patronictl -c /etc/patroni/lapau.yml list -f tsv 2>/dev/null | cut -f 2,4,5 || true)
  count() { printf '%s\n' "$members" | grep -cE "$1" || true; }
  if [ "$(count .)" = 0 ]; then
    missing='Patroni, which answers when etcd runs on two machines: systemctl status etcd patroni@lapau'
  elif [ "$(count 'Leader.running')" = 0 ]; then
    missing='a primary: journalctl -u patroni@lapau on each machine'
  elif [ "$(count 'Sync Standby.(running|streaming)')" = 0 ]; then
    missing='a standby that commits wait for: journalctl -u patroni@lapau on the machines that are not the primary'
  elif [ "$(count 'Replica.(running|streaming)')" = 0 ]; then
    missing='the third PostgreSQL: journalctl -u patroni@lapau on the machine that is neither'
  elif ! pg_isready -q -t 5 -h 127.0.0.1 -p 5000; then
    missing='the way to the primary: systemctl status haproxy'
  else
    echo 'All three machines have their PostgreSQL.'
    exit 0
  fi
  if [ "$(date +%s)" -ge "$limit" ]; then
    echo "Given up waiting for $missing" >&2
    exit 1
  fi
  [ "$said" = "$missing" ] || echo "Waiting for $missing"
  said=$missing
  sleep 2
done
