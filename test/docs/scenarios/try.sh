#!/usr/bin/env bash
# try.sh SCENARIO [COMMAND…]: runs the command, or else follow.sh, in a folder with a sandbox; then decides whether it
# did the task.
set -euo pipefail
scenarios=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$scenarios/../../.." && pwd)
scenario=$scenarios/${1:?name a scenario: $(cd "$scenarios" && echo */)}
shift
[ -f "$scenario/task.md" ] || { echo "There is no scenario $scenario."; exit 2; }

place=$(mktemp -d)
sandbox=''
finish() {
  [ -z "$sandbox" ] || { kill "$sandbox" && wait "$sandbox" || true; } 2>/dev/null
  rm -rf "$place"
}
trap finish EXIT
mkdir -p "$place/bin" "$place/home" "$place/project/node_modules"
ln -s "$root/bin/run.cjs" "$place/bin/esign"
export scenarios
export HOME=$place/home PATH=$place/bin:$PATH LANG=C.UTF-8 ESIGN_NO_UPDATE_CHECK=1 PYTHONPATH=$root/python/src PYTHONDONTWRITEBYTECODE=1
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CI

cd "$place/project"
ln -s "$root/docs" docs
ln -s "$root" node_modules/esign
ln -s "$root/dist/packages/sdk" node_modules/esign-sdk
for package in express fastify tsx; do ln -s "$root/node_modules/$package" "node_modules/$package"; done
cp "$scenario/task.md" .
cp "$root/test/fixtures/plain.pdf" contract.pdf

esign sandbox start --port 0 --json >"$place/sandbox.json" 2>"$place/sandbox.log" &
sandbox=$!
for _ in $(seq 300); do [ ! -s "$place/sandbox.json" ] || break; sleep 0.2; done
[ -s "$place/sandbox.json" ] || { cat "$place/sandbox.log"; exit 1; }
profile() { jq -r ".profiles.sandbox.$1" "$HOME/.config/esign/config.json"; }
ESIGN_BASE_URL=$(profile baseUrl) ESIGN_API_KEY=$(profile apiKey) ESIGN_WEBHOOK_SECRET=$(profile webhookSecret)
export ESIGN_BASE_URL ESIGN_API_KEY ESIGN_WEBHOOK_SECRET

[ ! -f "$scenario/given.sh" ] || bash -euo pipefail "$scenario/given.sh"
if bash -euo pipefail "$scenario/check.sh" >/dev/null 2>&1; then
  echo "The check passes before anything was done, so it decides nothing."
  exit 1
fi
[ $# -gt 0 ] || set -- bash -euo pipefail "$scenario/follow.sh"
"$@" <task.md
echo
if bash -euo pipefail "$scenario/check.sh"; then echo "done: $(basename "$scenario")"; else
  echo "not done: $(basename "$scenario")"
  exit 1
fi
