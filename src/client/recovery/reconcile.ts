import type { DocumentSummary } from '../../contract/document.ts';
import type { DocumentSigner, SignerInput } from '../../contract/signer.ts';

/** A create whose response was lost. Times are service times, in milliseconds since the epoch. */
export interface LostCreate {
  readonly name: string;
  readonly from: number;
  readonly until: number;
  /** True for documents that existed before, or belong to another call. */
  readonly isOther: (documentId: string) => boolean;
}

/** Normalises names for comparison: line breaks and accents can be written in two ways. */
export const comparable = (text: string): string =>
  text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

/** Documents that the lost create may have made: new, PENDING, no signers, same name. */
export function createdCandidates(
  documents: readonly DocumentSummary[],
  lost: LostCreate,
): DocumentSummary[] {
  return documents.filter((found) => {
    const createdAt = Date.parse(found.createdAt);
    if (found.status !== 'PENDING' || found.signers.total !== 0) return false;
    if (createdAt < lost.from || createdAt > lost.until) return false;
    return comparable(found.name) === comparable(lost.name) && !lost.isOther(found.documentId);
  });
}

/** The outcome of an add-signers whose response was lost. */
export type AddedComparison =
  | { readonly kind: 'applied'; readonly signers: readonly DocumentSigner[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'part'; readonly count: number }
  | { readonly kind: 'other' };

/** An add-signers whose response was lost: the ids of earlier signers, and the signers to add. */
export interface LostAdd {
  readonly before: ReadonlySet<string>;
  readonly wanted: ReadonlyArray<Pick<SignerInput, 'name' | 'email' | 'phone'>>;
}

const identity = (signer: { name: string; email: string | null; phone: string }): string =>
  JSON.stringify([
    comparable(signer.name),
    (signer.email ?? '').trim().toLowerCase(),
    signer.phone.replace(/\D/g, ''),
  ]);

/** Compares the signers added since with those requested, in order: a person may appear twice. */
export function compareAdded(now: readonly DocumentSigner[], lost: LostAdd): AddedComparison {
  const added = now
    .filter((signer) => !lost.before.has(signer.signerId))
    .sort((a, b) => a.signingOrder - b.signingOrder);
  if (added.length === 0) return { kind: 'nothing' };
  const wanted = lost.wanted.map(identity);
  const fits = added.every((signer, index) => identity(signer) === wanted[index]);
  if (!fits) return { kind: 'other' };
  if (added.length < wanted.length) return { kind: 'part', count: added.length };
  return { kind: 'applied', signers: added };
}
