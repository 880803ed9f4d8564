import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { writeSampleContract } from '../../scripts/demo/sample-contract.ts';
import { freePort } from '../support/network/loopback.ts';
import type { Step } from '../support/package/guide-blocks.ts';
import { stepsOf } from '../support/package/guide-blocks.ts';
import { followGuide } from '../support/package/guide-run.ts';
import { installPackage } from '../support/package/packed-package.ts';
import { removeFolder } from '../support/remove-folder.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const installed = await installPackage();
afterAll(() => removeFolder(installed.folder));

const ASHA = '--signer "Asha Rao <asha@example.in> 9876543210"';
const RAVI = '--signer "Ravi Kumar <ravi@example.in> 9876501234"';
const sent = (name: string, signers: string) =>
  `id=$(esign send contract.pdf --name "${name}" ${signers} --yes --json | jq -r .documentId)`;
const SIGNED = 'esign sandbox sign "$id" --all';

/** What a reader of each guide has done before. */
const BEFORE: Readonly<Record<string, string>> = {
  'README.md': '',
  'docs/guides/scripting.md': '',
  'docs/guides/signers.md': '',
  'docs/guides/bulk.md': '',
  'docs/guides/webhooks.md': '',
  'docs/guides/support-desk.md': `${sent('Offer letter', `${ASHA} ${RAVI}`)} && ${SIGNED} && ${sent('Rent agreement', ASHA)}`,
  'docs/guides/evidence.md': `${sent('Rent agreement', ASHA)} && ${SIGNED}`,
  'docs/guides/sandbox.md': '',
  'docs/guides/sdk.md': '',
  'docs/guides/troubleshooting.md': '',
  'skills/esign/SKILL.md': '',
};
const START: Step = {
  kind: 'command',
  line: 'esign sandbox start',
  shown: ['The sandbox is running. Its signatures are for tests only.', '…'],
  exitCode: 0,
};

/** An empty folder and home with a contract, and the installed command on the path. */
async function openPlace() {
  const home = await mkdtemp(join(tmpdir(), 'esign-guide-'));
  onTestFinished(() => removeFolder(home));
  const cwd = join(home, 'work');
  await mkdir(cwd);
  await writeSampleContract(join(cwd, 'contract.pdf'));
  const PATH = `${join(installed.folder, 'node_modules/.bin')}:${process.env.PATH}`;
  return { cwd, env: { PATH, HOME: home, ESIGN_NO_UPDATE_CHECK: '1', LANG: 'C.UTF-8' } };
}

async function openPorts() {
  const [api, receiver, listener] = [await freePort(), await freePort(), await freePort()];
  return new Map([
    ['esign sandbox start', `esign sandbox start --port ${api}`],
    ['webhook listen --forward', `webhook listen --port ${listener} --forward`],
    ['4010', `${api}`],
    ['3000', `${receiver}`],
    ['4020', `${listener}`],
  ]);
}

test('every guide is followed here, but those whose steps are run elsewhere or that have none', async () => {
  const elsewhere = ['agents', 'ci', 'windows'].map((name) => `docs/guides/${name}.md`);
  const guides = (await readdir(at('docs/guides'))).map((name) => `docs/guides/${name}`);
  const others = ['README.md', 'skills/esign/SKILL.md'];
  expect(Object.keys(BEFORE).concat(elsewhere).sort()).toEqual([...others, ...guides].sort());
});

test.each(Object.entries(BEFORE))('what %s shows is what happens', async (guide, before) => {
  const steps = stepsOf(await readFile(at(guide), 'utf8'));
  const run = followGuide(await openPlace(), await openPorts());
  onTestFinished(() => run.stop());
  const startsOwn = steps.some(
    (step) => step.kind === 'command' && step.line.startsWith(START.line),
  );
  if (!startsOwn) await run.take(START);
  await run.take({ kind: 'script', lines: [before] });
  for (const step of steps) await run.take(step);
  await run.check();
});
