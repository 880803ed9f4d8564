import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readState, statePath } from '../../../src/cli/update/update-state.ts';
import { openTerminal } from '../../support/cli/a-terminal.ts';
import { openWorkplace } from '../../support/cli/built-esign.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

const REPOSITORY = { type: 'git', url: 'git+https://example.test/esign.git' };
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The built command line as a package with that repository. */
async function packageOf(repository: unknown): Promise<string> {
  const folder = await makeTestFolder();
  for (const name of ['dist', 'node_modules', 'oclif.manifest.json'])
    await symlink(join(ROOT, name), join(folder, name));
  await mkdir(join(folder, 'bin'));
  await copyFile(join(ROOT, 'bin/run.cjs'), join(folder, 'bin/run.cjs'));
  const own = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, repository }));
  return join(folder, 'bin/run.cjs');
}

/** A place where commands run at a terminal, with a registry on loopback. */
async function placeWithRegistry(answer: object, repository: unknown = REPOSITORY) {
  const place = await openWorkplace();
  onTestFinished(() => place.close());
  const bin = await packageOf(repository);
  const { baseUrl, received } = await serveHttp((_, response) =>
    answerJson(response, 200, { repository: REPOSITORY, ...answer }),
  );
  const sit = async (variables: NodeJS.ProcessEnv, ...args: string[]) => {
    const { words, cwd, env } = place.command(...args);
    const ours = words.map((word) => (word.endsWith('bin/run.cjs') ? bin : word));
    const own = { npm_config_registry: baseUrl, ESIGN_NO_UPDATE_CHECK: undefined, ...variables };
    const terminal = openTerminal(ours, { cwd, env: { ...env, ...own } });
    expect(await terminal.ended).toBe(0);
    return terminal.shown();
  };
  const state = () => readState(statePath(`${place.folder}/config`));
  return { place, sit, received, state, baseUrl };
}

test('a newer version is told of once a day, and the registry asked once', async () => {
  const { sit, received, state } = await placeWithRegistry({ version: '999.1.0' });
  expect(await sit({ ESIGN_API_KEY: 'sk_live_secret' }, 'version')).not.toContain('999');
  await expect.poll(() => state().latest).toBe('999.1.0');
  expect(await sit({}, 'version')).toContain('esign 999.1.0 is available (this is 0.');
  expect(await sit({}, 'version')).not.toContain('999');
  expect(received.map(({ url }) => url)).toEqual(['/esign/latest']);
  expect(JSON.stringify(received[0]?.headers)).not.toContain('sk_live_secret');
});

test('nobody is told or asked in CI, for a program, by wish, or through a pipe', async () => {
  const { place, sit, received, state, baseUrl } = await placeWithRegistry({ version: '999.1.0' });
  await sit({ CI: 'true' }, 'version');
  await sit({}, 'version', '--json');
  await sit({ ESIGN_NO_UPDATE_CHECK: '1' }, 'version');
  await place.runWith({ npm_config_registry: baseUrl }, 'version');
  expect({ asked: received.length, at: state().askedAt }).toEqual({ asked: 0, at: 0 });
});

test('a registry that answers anything else is not believed', async () => {
  const { sit, received, state } = await placeWithRegistry({ version: '999.1.0\u001b[2J' });
  await sit({}, 'version');
  await expect.poll(() => received.length).toBe(1);
  expect(await sit({}, 'version')).not.toContain('999');
  expect(state().latest).toBeUndefined();
});

test("a stranger's package of the same name is never offered", async () => {
  const repository = { type: 'git', url: 'git+https://example.test/stranger.git' };
  const { sit, received, state } = await placeWithRegistry({ version: '999.1.0', repository });
  await sit({}, 'version');
  await expect.poll(() => received.length).toBe(1);
  expect(await sit({}, 'version')).not.toContain('999');
  expect(state().latest).toBeUndefined();
});

test('nobody is asked while the package names no repository', async () => {
  const { sit, received } = await placeWithRegistry({ version: '999.1.0' }, null);
  await sit({}, 'version');
  expect(received).toHaveLength(0);
});
