import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AuditEntry } from '../../../contract/audit-chain.ts';
import type { EarlierSignature } from '../../../pdf/admission/earlier.ts';
import type { ServiceDeps } from '../deps.ts';
import type { AuditReading } from './audit-personal.rules.ts';
import { readEntry } from './audit-personal.rules.ts';

const Earlier = Type.Object({
  signatures: Type.Array(
    Type.Object({
      kind: Type.Enum(['signature', 'timestamp']),
      claimedAt: Type.Union([Type.String(), Type.Null()]),
      fingerprint: Type.Union([Type.String(), Type.Null()]),
      cmsSha256: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  names: Type.Union([Type.Array(Type.String()), Type.String()]),
});

/** For the trail; empty for an unsigned upload. */
export function earlierFact(signatures: readonly EarlierSignature[]): { earlier?: unknown } {
  if (signatures.length === 0) return {};
  const names = signatures.map(({ name }) => name);
  return { earlier: { signatures: signatures.map(({ name: _, ...open }) => open), names } };
}

/** From the trail's entry. Erased names read as erased. */
export function earlierIn(entry: AuditReading | undefined): EarlierSignature[] {
  const earlier: unknown = entry?.data.earlier;
  if (!Value.Check(Earlier, earlier)) return [];
  const { signatures, names } = earlier;
  return signatures.map((one, index) => {
    const name = typeof names === 'string' ? names : (names[index] ?? '');
    return { ...one, name };
  });
}

/** The entry that has facts about the upload. */
export const UPLOADED = 'file.hashed';

interface UploadFacts {
  readonly earlier: EarlierSignature[];
  readonly emptyFields: number;
}

export function uploadIn(entries: readonly AuditEntry[]): UploadFacts {
  const entry = entries.find(({ type }) => type === UPLOADED);
  const reading = entry && readEntry(entry);
  const earlier = earlierIn(reading);
  return { earlier, emptyFields: Number(reading?.data.emptyFields ?? 0) };
}

export const readUpload = async (
  store: Pick<ServiceDeps['store'], 'readAudit'>,
  documentId: string,
): Promise<UploadFacts> => uploadIn(await store.readAudit(documentId, { type: UPLOADED }));
