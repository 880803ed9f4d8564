import { asc, eq } from 'drizzle-orm';
import type { Signer } from '../../../domain/document.ts';
import type { SignerChange } from '../../../ports/document-store.ts';
import type { Database } from '../database.ts';
import { assertChanged } from '../database.ts';
import { signers } from '../schema/documents.ts';
import { readPositions } from './checked-json.ts';

/** A signer as the table has it. */
export type SignerRow = typeof signers.$inferSelect;

/** A row as the domain knows it. */
export function toSigner({ documentId: _, positions, ...plain }: SignerRow): Signer {
  return { ...plain, positions: readPositions(positions) };
}

/** A document's signers, in signing order. */
export async function readSigners(db: Database, documentId: string): Promise<SignerRow[]> {
  return await db
    .select()
    .from(signers)
    .where(eq(signers.documentId, documentId))
    .orderBy(asc(signers.signingOrder));
}

/** Adds signers to a document. @throws {Error} when one's place in the order is taken */
export async function insertSigners(
  db: Database,
  documentId: string,
  added: readonly Signer[],
): Promise<void> {
  if (added.length === 0) return;
  await db.insert(signers).values(added.map((signer) => ({ ...signer, documentId })));
}

/** Writes the fields that are given. @throws {Error} when there is no such signer */
export async function changeSigner(
  db: Database,
  signerId: string,
  change: SignerChange,
): Promise<void> {
  const result = await db.update(signers).set(change).where(eq(signers.signerId, signerId));
  assertChanged(result, `signer ${signerId}`);
}
