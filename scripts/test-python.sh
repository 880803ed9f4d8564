#!/usr/bin/env bash
# Builds the Python package's wheel, installs it into new environments, and runs its tests against a sandbox: with
# Debian's httpx, and with httpx2 if pip finds it. Needs Debian's packages:
# python3-{httpx,pytest,pytest-asyncio,mypy,build,hatchling,hypothesis,venv,flask,django,fastapi,uvicorn}.
# ESIGN_TEST_JUNIT names a file for the results, as JUnit XML; those with httpx2 go beside it, with the ending -httpx2.xml. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
# Not the first python3 of the path, which may not see Debian's packages
python=/usr/bin/python3
work=$(mktemp -d)
sandbox=''
stop() {
  if [ -n "$sandbox" ]; then
    kill "$sandbox" 2>/dev/null || true
    wait "$sandbox" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap stop EXIT

export ESIGN_CONFIG_DIR=$work/config
node bin/run.cjs sandbox start --port 0 --ephemeral --json >"$work/sandbox.json" &
sandbox=$!

# Without --skip-dependency-check, hatchling of Debian 12 asks for a package that only editable installs need
"$python" -m build --wheel --no-isolation --skip-dependency-check --outdir "$work/dist" python >"$work/build.log" ||
  { cat "$work/build.log"; exit 1; }
"$python" -m venv --system-site-packages "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index --no-deps "$work"/dist/*.whl

for _ in $(seq 300); do
  [ -s "$work/sandbox.json" ] && break
  kill -0 "$sandbox" || { echo 'the sandbox did not start' >&2; exit 1; }
  sleep 0.2
done
ESIGN_BASE_URL=$(node -p "require('$work/sandbox.json').baseUrl")
ESIGN_API_KEY=$(node -p "require('$work/sandbox.json').apiKey")
export ESIGN_BASE_URL ESIGN_API_KEY

cd python
export PYTHONDONTWRITEBYTECODE=1
junit=${ESIGN_TEST_JUNIT:-$work/junit.xml}
status=0
"$work/venv/bin/python" -m pytest --quiet --junit-xml="$junit" "$@" || status=$?

"$python" -m venv --system-site-packages "$work/venv2"
# These do not depend on the library
pure=(--ignore=tests/test_{docstrings,examples,files,properties,readme,shared_tables,types}.py)
# Without retries: an index of these settings may be out of reach
if "$work/venv2/bin/pip" install --quiet --disable-pip-version-check --retries 0 "$work"/dist/*.whl 2>"$work/pip.log"; then
  ESIGN_TEST_HTTP=httpx2 ESIGN_TEST_WHEEL=$(ls "$work"/dist/*.whl) \
    "$work/venv2/bin/python" -m pytest --quiet "${pure[@]}" --junit-xml="${junit%.xml}-httpx2.xml" "$@" || status=$?
else
  echo 'NOT RUN: the tests with httpx2, which pip did not find:'
  tail -n 3 "$work/pip.log"
fi
exit "$status"
