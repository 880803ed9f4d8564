import { sql } from 'drizzle-orm';
import type { Fingerprints, Installation } from '../../core/installation.rules.ts';
import type { Database } from '../database.ts';
import { documents } from '../schema/documents/documents.ts';
import { installation } from '../schema/installation.ts';

const { id, createdAt, publicUrl, fingerprints } = installation;

export async function readInstallation(db: Database): Promise<Installation | undefined> {
  const [row] = await db.select({ id, createdAt, publicUrl, fingerprints }).from(installation);
  return row;
}

/** Stores an installation unless there is one. Returns the stored one. */
export async function createInstallation(
  db: Database,
  wanted: Installation,
): Promise<Installation> {
  await db.insert(installation).values(wanted).onConflictDoNothing();
  return (await readInstallation(db)) ?? wanted;
}

export async function changeFingerprints(db: Database, newest: Fingerprints): Promise<void> {
  await db.update(installation).set({ fingerprints: newest });
}

export async function hasDocuments(db: Database): Promise<boolean> {
  return (await db.select({ one: sql`1` }).from(documents).limit(1)).length > 0;
}
