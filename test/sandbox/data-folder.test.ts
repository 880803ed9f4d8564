import { chmod, chown, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import SandboxStart from '../../commands/sandbox/start.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { removeFolder } from '../support/remove-folder.ts';

const start = (dataDir: string) =>
  runCommand(SandboxStart, ['--port', '0', '--data-dir', dataDir], {});

async function aFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "esign's data-"));
  onTestFinished(() => removeFolder(path));
  return path;
}

test.each([0o720, 0o702, 0o777])(
  'a data folder with the permissions %o is refused with what mends it, and stays as it is',
  async (mode) => {
    const folder = await aFolder();
    await chmod(folder, mode);
    const { code, stdout, stderr } = await start(folder);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${folder} is open to other users`);
    expect(stderr).toContain(`chmod go-w '${folder.replace("'", "'\\''")}'`);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('a data folder of another user is refused', async () => {
  const own = process.getuid?.() ?? 0;
  const folder = own === 0 ? await aFolder() : '/usr';
  if (own === 0) await chown(folder, 65_534, 65_534);
  const { code, stderr } = await start(folder);
  expect(code).toBe(2);
  expect(stderr).toContain(`${folder} belongs to another user`);
  expect(stderr).toContain(`chown ${own} `);
});
