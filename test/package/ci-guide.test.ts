import { copyFile, cp, mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { writeSampleContract } from '../../scripts/demo/sample-contract.ts';
import { openWorkplace, startSandboxIn } from '../support/cli/built-esign.ts';
import { stepsOf } from '../support/package/guide-blocks.ts';
import { jobsOf, runJob } from '../support/package/guide-pipelines.ts';
import { followGuide } from '../support/package/guide-run.ts';
import { installPackage } from '../support/package/packed-package.ts';
import { removeFolder } from '../support/remove-folder.ts';

const text = await readFile(
  fileURLToPath(new URL('../../docs/guides/ci.md', import.meta.url)),
  'utf8',
);

// A sandbox stands for the live service; the pipelines get the key of an account of it as a secret
const live = await openWorkplace();
const { sandbox } = await startSandboxIn(live);
const installed = await installPackage();
afterAll(async () => {
  await live.close();
  await removeFolder(installed.folder);
});

const environmentOf = (cwd: string) => ({
  PATH: process.env.PATH,
  HOME: join(cwd, 'home'),
  XDG_CONFIG_HOME: join(cwd, 'config'),
});

/** A project that has the package as the guide says, its files, and a contract in `contracts`. */
async function makeProject(cwd: string): Promise<void> {
  const file = (path: string) => join(cwd, path);
  for (const folder of ['vendor', 'contracts', 'trust'])
    await mkdir(file(folder), { recursive: true });
  await copyFile(installed.tarball, file(`vendor/${basename(installed.tarball)}`));
  await writeSampleContract(file('contracts/lease.pdf'));
  await copyFile(join(sandbox.dataDir, 'test-root.pem'), file('trust/root.pem'));
  await copyFile(join(sandbox.dataDir, 'test-seal.pem'), file('trust/service.pem'));
  const guide = followGuide({ cwd, env: environmentOf(cwd) }, new Map());
  for (const step of stepsOf(text)) if (step.kind === 'file') await guide.take(step);
  await guide.take({
    kind: 'script',
    lines: ['echo "{}" > package.json', 'npm install --save-dev ./vendor/esign-*.tgz'],
  });
}

const project = join(installed.folder, 'project');
await makeProject(project);

/** A copy of the project, before anything ran in it. */
async function openProject() {
  const cwd = join(installed.folder, 'copy');
  onTestFinished(() => removeFolder(cwd));
  await cp(project, cwd, { recursive: true, verbatimSymlinks: true });
  return { cwd, env: environmentOf(cwd) };
}

/** What a pipeline is given by its project, or by the person who starts it. */
const given = (apiKey: string, document: string) => ({
  'vars.ESIGN_BASE_URL': sandbox.baseUrl,
  'secrets.ESIGN_API_KEY': apiKey,
  'inputs.contract': 'lease',
  'inputs.document': document,
});

function jobNamed(name: string, { apiKey = '', document = '' } = {}) {
  const job = jobsOf(text, given(apiKey, document)).find((found) => found.name === name);
  if (!job) throw new Error(`the guide has no job "${name}"`);
  return job;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const PLATFORMS = ['GitHub', 'GitLab'] as const;

test('the guide has the jobs that are run here', () => {
  const names = jobsOf(text, given('', '')).map(({ name }) => name);
  const wanted = PLATFORMS.flatMap((on) =>
    ['integration', 'send', 'collect'].map((job) => `${on}: ${job}`),
  );
  expect(names.sort()).toEqual(wanted.sort());
});

test.each(PLATFORMS)('%s tests an integration against a sandbox of its own', async (on) => {
  const copy = await openProject();
  const end = await runJob(jobNamed(`${on}: integration`), copy);
  const started = JSON.parse(await readFile(join(copy.cwd, 'sandbox.json'), 'utf8'));
  process.kill(started.pid, 'SIGTERM');
  await expect.poll(() => isRunning(started.pid)).toBe(false);
  expect(end.code, end.said).toBe(0);
  expect(end.said).toMatch(/# pass 1\b|ℹ pass 1\b/);
});

test.each(PLATFORMS)(
  '%s sends once with the key of a secret, shows no link, and collects what was signed',
  async (on) => {
    const { cwd, env } = await openProject();
    const { apiKey } = await live.json<{ apiKey: string }>('sandbox', 'account', 'create');
    // GitLab gives its jobs the variables of the project; in GitHub, workflows name them
    const own = { ESIGN_BASE_URL: sandbox.baseUrl, ESIGN_API_KEY: apiKey };
    const place = { cwd, env: on === 'GitLab' ? { ...env, ...own } : env };
    const sent = await runJob(jobNamed(`${on}: send`, { apiKey }), place);
    expect(sent.code, sent.said).toBe(0);
    expect(sent.said).not.toContain('/sign/');
    const [document = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(sent.said) ?? [];

    const again = await runJob(jobNamed(`${on}: send`, { apiKey }), place);
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('lease.pdf already') });

    await live.run('sandbox', 'sign', document, '--all');
    const collect = jobNamed(`${on}: collect`, { apiKey, document });
    const signed = { cwd, env: { ...place.env, DOCUMENT: document } };
    const collected = await runJob(collect, signed);
    expect(collected.code, collected.said).toBe(0);
    expect(collected.said).toContain('signed.pdf  verified, 2 signed, with certificate.pdf');
    for (const path of collect.kept) await readFile(join(cwd, path));
  },
);

test.each(PLATFORMS)('%s fails when the send is refused', async (on) => {
  const { cwd, env } = await openProject();
  const account = ['sandbox', 'account', 'create', '--credits', '0'] as const;
  const { apiKey } = await live.json<{ apiKey: string }>(...account);
  const own = { ESIGN_BASE_URL: sandbox.baseUrl, ESIGN_API_KEY: apiKey };
  const place = { cwd, env: on === 'GitLab' ? { ...env, ...own } : env };
  const { code, said } = await runJob(jobNamed(`${on}: send`, { apiKey }), place);
  expect(said).toContain('insufficient_credits');
  expect(code, said).not.toBe(0);
});
