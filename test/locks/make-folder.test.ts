import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/locks/make-folder.ts';
import { makeTestFolder } from '../support/cli/run-esign.ts';

test('a folder is made with those above it, all with the mode', async () => {
  const base = await makeTestFolder();
  makeFolder(join(base, 'a/b/c'), 0o700);
  for (const path of ['a', 'a/b', 'a/b/c']) {
    expect(statSync(join(base, path)).mode & 0o777).toBe(0o700);
  }
  makeFolder(join(base, 'a/b'));
});

test.each([
  ['below a file', 'file/x/y', 'ENOTDIR'],
  ['in place of a file', 'file', 'EEXIST'],
])('%s no folder can be made', async (_, path, code) => {
  const base = await makeTestFolder();
  writeFileSync(join(base, 'file'), '');
  expect(() => makeFolder(join(base, path))).toThrow(expect.objectContaining({ code }));
});

test.runIf(process.platform === 'linux')('below /proc it ends with an error', () => {
  expect(() => makeFolder('/proc/none/x')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
