import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/index';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeSampleContract } from '../../scripts/demo/sample-contract.ts';
import { makeTestFolder } from '../support/cli/run-esign.ts';
import { runJob } from '../support/package/guide-pipelines.ts';
import { installPackage } from '../support/package/packed-package.ts';
import { removeFolder } from '../support/remove-folder.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPOSITORY = 'https://git.example/asha/esign';
const read = (path: string) => readFile(join(ROOT, path), 'utf8');
const { version } = JSON.parse(await read('package.json'));
const release = (...args: string[]) =>
  run(join(ROOT, 'node_modules/.bin/tsx'), [join(ROOT, 'scripts/release.ts'), ...args], {
    env: { ...process.env, ESIGN_PYTHON: '/usr/bin/python3' },
  });

const installed = await installPackage();
afterAll(() => removeFolder(installed.folder));

test.each(await readdir(join(ROOT, '.github/workflows')))(
  'GitHub’s own parser finds no fault in the workflow %s',
  async (name) => {
    const file = { name, content: await read(`.github/workflows/${name}`) };
    const { context } = parseWorkflow(file, new NoOperationTraceWriter());
    expect(context.errors.getErrors()).toEqual([]);
  },
);

test('GitHub’s own parser finds no fault in the action, and one in a broken copy', async () => {
  const faultsOf = (content: string) =>
    parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message);
  const content = await read('action.yml');
  expect(faultsOf(content)).toEqual([]);
  expect(faultsOf(content.replace('using: composite', 'uses: composite'))).not.toEqual([]);
});

test('a release has every package, with the addresses of the repository that publishes it', async () => {
  const out = join(await makeTestFolder(), 'release');
  await release(`v${version}`, REPOSITORY, '--out', out);
  expect((await readdir(out, { recursive: true })).sort()).toEqual(
    [
      ...[`esign-${version}.tgz`, `esign-sdk-${version}.tgz`, 'esign.cdx.json', 'notes.md'],
      ...['python', `python/esign_sdk-${version}-py3-none-any.whl`],
      `python/esign_sdk-${version}.tar.gz`,
    ].sort(),
  );
  for (const name of ['esign', 'esign-sdk']) {
    const tarball = join(out, `${name}-${version}.tgz`);
    const packed = await run('tar', ['-xOzf', tarball, 'package/package.json']);
    expect(JSON.parse(packed.stdout)).toMatchObject({
      name,
      version,
      repository: { type: 'git', url: `git+${REPOSITORY}.git` },
      homepage: `${REPOSITORY}#readme`,
      bugs: { url: `${REPOSITORY}/issues` },
    });
    const all = await run('tar', ['-xOzf', tarball], { encoding: 'latin1', maxBuffer: 2 ** 28 });
    expect(all.stdout.includes('git.example.com')).toBe(false);
    await run('npm', ['publish', tarball, '--dry-run', '--access', 'public']);
  }
  const wheel = join(out, `python/esign_sdk-${version}-py3-none-any.whl`);
  const metadata = await run('unzip', ['-p', wheel, '*/METADATA']);
  expect(metadata.stdout).toContain(`Project-URL: Source, ${REPOSITORY}\n`);
  expect(metadata.stdout).not.toContain('git.example.com');
  expect(await readFile(join(out, 'notes.md'), 'utf8')).not.toBe('');
});

test.each([
  ['a tag of another version', ['v0.0.1', REPOSITORY], 'is not v'],
  ['no address', [`v${version}`], 'is not the URL of a repository'],
])('no release is made with %s', async (_, args, why) => {
  await expect(release(...args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(why),
  });
});

/** A copy of the project of a workflow, as a runner has it. */
async function openRunner() {
  const cwd = await makeTestFolder();
  const temp = join(cwd, 'temp');
  await mkdir(temp);
  await writeSampleContract(join(cwd, 'lease.pdf'));
  await writeFile(
    join(cwd, 'lease.csv'),
    'name,email,phone\nAsha Rao,asha@example.in,9876543210\n',
  );
  const { stdout } = await run('npm', ['config', 'get', 'globalconfig']);
  const npm = { NPM_CONFIG_PREFIX: join(cwd, 'npm'), NPM_CONFIG_GLOBALCONFIG: stdout.trim() };
  const PATH = `${join(cwd, 'npm/bin')}:${process.env.PATH}`;
  const output = join(cwd, 'output');
  const env = { ...npm, PATH, HOME: join(cwd, 'home'), RUNNER_TEMP: temp, GITHUB_OUTPUT: output };
  return { cwd, output, env };
}

interface Step {
  readonly run: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The steps of the action with some inputs, each as a script. */
async function stepsWith(given: Readonly<Record<string, string>>) {
  const { inputs, runs } = parse(await read('action.yml'));
  const textOf = (name: string) => given[name] ?? inputs[name]?.default ?? '';
  const isTaken = ({ if: only = "'' == ''" }: Step) => {
    const [, name = '', sign, text] = /^inputs\.([\w-]+) (==|!=) '(.*)'$/.exec(only) ?? [];
    return name === '' || (textOf(name) === text) === (sign === '==');
  };
  return runs.steps.filter(isTaken).map(({ run: script, env = {} }: Step) => ({
    script: `set -o pipefail\n${script}`,
    env: Object.fromEntries(
      Object.entries(env).map(([name, text]) => [
        name,
        text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => textOf(input)),
      ]),
    ),
  }));
}

test('the action installs esign, starts a sandbox, sends a document there, and never sends it twice', async () => {
  const { cwd, env, output } = await openRunner();
  const inputs = { send: 'lease.pdf', signers: 'lease.csv', 'expect-signers': '1' };
  const steps = await stepsWith({ ...inputs, package: installed.tarball, sandbox: 'true' });
  // A second send in the same job stands for a job that is run again
  const job = { name: 'action', steps: [...steps, steps.at(-1)], kept: [] };
  const end = await runJob(job, { cwd, env });
  const { pid } = JSON.parse(await readFile(join(env.RUNNER_TEMP, 'sandbox.json'), 'utf8'));
  process.kill(pid, 'SIGTERM');
  expect(end).toMatchObject({ code: 1, said: expect.stringContaining('lease.pdf already') });
  expect(end.said).not.toContain('/sign/');
  expect(await readFile(output, 'utf8')).toMatch(/^document=[0-9a-f-]{36}\n$/);
});
