# Runs in the machine of machine.sh that is this one: starts what apt-get starts when it installs a package that is here already.
set -euo pipefail
if command -v pg_createcluster; then pg_createcluster "$(ls /usr/lib/postgresql | sort -n | tail -n 1)" main; fi
for service in caddy postgresql redis-server; do
  ! systemctl cat $service >/dev/null 2>&1 || systemctl enable --now --quiet $service
done
