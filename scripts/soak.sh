#!/usr/bin/env bash
# Carries documents (1000, or as many as the argument says) while things fail, and accounts for them. SIGTERM and
# SIGINT end it early, with its accounts. Fails if a process of the run is left behind. Needs what .ci/run installs.
set -uo pipefail
cd "$(dirname "$0")/.."
end=$(mktemp -u)
ESIGN_SOAK_DOCUMENTS=${1:-1000} ESIGN_SOAK_END=$end setsid npx vitest run --config test/vitest.config.ts --project soak &
run=$!
trap 'echo "Ending: the round of faults that has begun is played to its end."; touch "$end"' TERM INT
while wait "$run"; status=$?; kill -0 "$run" 2>/dev/null; do :; done
rm -f "$end"
left=$(grep -laz "^ESIGN_SOAK_END=$end\$" /proc/[0-9]*/environ 2>/dev/null | grep -v "^/proc/$$/" | tr -dc '0-9\n' | tr '\n' ' ')
[ -z "$left" ] || { echo "Processes were left behind: $left"; exit 1; }
exit "$status"
