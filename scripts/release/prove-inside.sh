#!/bin/sh
# usage: sh prove-inside.sh WAY, as an ordinary user of a Debian with nodejs and npm, beside lapau-*.tgz and ask.ts
# Installs the release in one of the ways below and asks it; every command is printed, and what it prints.
set -eu

case $1 in
  demo) folder="demo warung" options= command=demo account='admin@lapau.test lapau123' ;;
  ignore-scripts) folder="no scripts" options=--ignore-scripts command=start account='wali@lapau.test rahasia123' ;;
  *) echo "there is no way $1" >&2 && exit 2 ;;
esac

run() {
  echo "\$ $*"
  "$@"
}

mkdir "$folder" && cd "$folder"
run npm install $options ../lapau-*.tgz
run du -sm node_modules
run npx lapau version

export PORT=0 HOST=127.0.0.1
[ "$command" = demo ] || export LAPAU_ADMIN_EMAIL=wali@lapau.test LAPAU_ADMIN_PASSWORD=rahasia123
echo "\$ npx lapau $command &"
npx lapau "$command" >log 2>&1 &
url=
while [ -z "$url" ]; do
  kill -0 $! || { cat log && exit 1; }
  sleep 1
  url=$(sed -nE 's/.*"url":"([^"]*)".*"ready".*/\1/p; s/^Lapau is ready: //p' log)
done
# shellcheck disable=SC2086 # e-mail and password
run node_modules/node-linux-*/bin/node ../ask.ts "$url" node_modules/lapau/web/dist/screens/feed-1280.webp $account
[ "$command" = start ] || export LAPAU_DATA=data-demo
run npx lapau admin make baru@lapau.test

echo "\$ kill $!"
kill $! && wait $! || true
while cat /proc/[0-9]*/comm 2>/dev/null | grep -qx postgres; do sleep 1; done
echo "stopped, PostgreSQL too"
run npx lapau admin reset baru@lapau.test
run du -sm node_modules
