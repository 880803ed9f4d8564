import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pki } from '../../../src/sandbox/authority/pki/pki.ts';
import { openPki } from '../../../src/sandbox/authority/pki/pki.ts';
import { removeFolder } from '../remove-folder.ts';
import { seedAuthority, seedOtherAuthority } from './seed-authority.ts';

async function makePki(now: Date, isKnown: boolean): Promise<Pki> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-pki-'));
  try {
    await (isKnown ? seedAuthority : seedOtherAuthority)(folder);
    return await openPki(folder, now);
  } finally {
    await removeFolder(folder);
  }
}

/** The keys of an authority. */
export const onePki = (now: Date): Promise<Pki> => makePki(now, true);

/** The keys of an authority, and of another, unknown one. */
export async function twoPkis(now: Date): Promise<{ own: Pki; other: Pki }> {
  const [own, other] = await Promise.all([makePki(now, true), makePki(now, false)]);
  return { own, other };
}
