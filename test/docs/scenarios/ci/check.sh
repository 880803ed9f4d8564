# Runs the steps of the job as a runner does, each in a shell of its own, without what this sandbox has set
work=$(mktemp -d)
node --input-type=module - "$scenarios/../../.." >"$work/steps" <<'END'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const { parse } = createRequire(`${process.argv[2]}/package.json`)('yaml');
const jobs = Object.values(parse(readFileSync('.github/workflows/test.yml', 'utf8')).jobs);
if (jobs.length !== 1) throw new Error('The workflow has not one job.');
const isRun = (step) => step.run && step.run.trim() !== 'npm ci' && !/failure|always/.test(step.if ?? '');
for (const { run } of jobs[0].steps.filter(isRun)) console.log(Buffer.from(run).toString('base64'));
END
cat >"$work/runner" <<'END'
while read -r step; do
  (set -a && source "$GITHUB_ENV" && exec bash -e -c "$(base64 --decode <<<"$step")") </dev/null || exit
done
END
: >"$work/env"
env -u ESIGN_API_KEY -u ESIGN_WEBHOOK_SECRET -u ESIGN_BASE_URL OTHER_SANDBOX="$ESIGN_BASE_URL" HOME="$work" GITHUB_ENV="$work/env" \
  setsid bash "$work/runner" <"$work/steps" >"$work/log" 2>&1 &
runner=$!
trap 'pkill --session "$runner" || true; rm -rf "$work"' EXIT
wait "$runner" || { cat "$work/log"; exit 1; }
grep -q '^# pass 1$' "$work/log" && grep -q '^# fail 0$' "$work/log"
