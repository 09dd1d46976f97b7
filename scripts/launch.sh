#!/bin/sh
# usage: sh scripts/launch.sh COMMAND [ARGUMENTS]
# Runs the program lapau (server/src/cli/lapau.ts; a release has this file as bin/lapau) in place of this shell, so that
# signals reach Node and its exit code is the command's.
#
# V8's options (NODE_OPTIONS does not take all of them, and most have no effect once Node runs): a young generation that
# holds the answers in flight, a bound on the old one, which grows by a fifth at a time because V8 keeps the pages that it
# has freed, and two helper threads, as a server of two cores can spare. When Lapau has started, it collects the garbage of
# its start, which needs --expose-gc.
program=$(readlink -f "$0") # npm links it into node_modules/.bin
root=$(cd "$(dirname "$program")/.." && pwd)
if [ -d "$root/program" ]; then
  # This is a release: Node lies beside it or, when it is installed globally, below it.
  for node in "$root"/../node-linux-*/bin "$root"/node_modules/node-linux-*/bin; do
    if [ -d "$node" ]; then PATH=$node:$PATH; fi
  done
  code=$root/program
  lapau=$code/lapau.js
else
  PATH=$root/node_modules/.bin:$PATH
  code=$root/scripts
  lapau=$root/server/src/cli/lapau.ts
fi
export PATH
# Node refuses -r in a folder that its user is not let into, such as one of root's; a Node older than 18.18 knows no --import.
guard=-r
[ -x "$PWD" ] || guard=--import
exec node \
  --max-semi-space-size=8 \
  --max-old-space-size=384 \
  --v8-pool-size=2 \
  --heap-growing-percent=20 \
  --expose-gc \
  "$guard" "$code/require-node.cjs" \
  "$lapau" "$@"
