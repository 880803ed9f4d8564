import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPki } from '../../../src/sandbox/authority/pki/pki.ts';
import { writeOnce } from '../../../src/sandbox/saved-files.ts';
import testKeys from '../../fixtures/authority.json' with { type: 'json' };
import { removeFolder } from '../remove-folder.ts';

const SAVED = 'authority.json';

/** Gives a new data folder the fixed TEST keys: generating RSA keys for each test is slow. */
export async function seedAuthority(dataDir: string): Promise<void> {
  await writeOnce(join(dataDir, SAVED), JSON.stringify(testKeys));
}

let others: Promise<string> | undefined;

async function makeOthers(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-other-'));
  try {
    await openPki(folder, new Date(testKeys.madeAt));
    return await readFile(join(folder, SAVED), 'utf8');
  } finally {
    await removeFolder(folder);
  }
}

/** Gives a new data folder keys that differ from the fixed ones, made once a process. */
export async function seedOtherAuthority(dataDir: string): Promise<void> {
  others ??= makeOthers();
  await writeOnce(join(dataDir, SAVED), await others);
}
