import { join } from 'node:path';
import { writeOnce } from '../../../src/sandbox/saved-files.ts';
import testKeys from '../../fixtures/authority.json' with { type: 'json' };

/** Gives a new data folder the fixed TEST keys: generating RSA keys for each test is slow. */
export async function seedAuthority(dataDir: string): Promise<void> {
  await writeOnce(join(dataDir, 'authority.json'), JSON.stringify(testKeys));
}
