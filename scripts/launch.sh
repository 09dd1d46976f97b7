#!/bin/sh
# usage: sh scripts/launch.sh COMMAND [ARGUMENTS]
# Runs the program lapau (server/src/cli/lapau.ts) in place of this shell, so that signals reach Node and its exit code is the command's.
#
# V8's options (NODE_OPTIONS does not take all of them, and most have no effect once Node runs): a young generation that
# holds the answers in flight, a bound on the old one, which grows by a fifth at a time because V8 keeps the pages that it
# has freed, and two helper threads, as a server of two cores can spare. The start collects its own garbage at its
# end, for which --expose-gc is.
root=$(cd "$(dirname "$0")/.." && pwd)
PATH=$root/node_modules/.bin:$PATH
export PATH
exec node \
  --max-semi-space-size=8 \
  --max-old-space-size=384 \
  --v8-pool-size=2 \
  --heap-growing-percent=20 \
  --expose-gc \
  -r "$root/scripts/require-node.cjs" \
  "$root/server/src/cli/lapau.ts" "$@"
