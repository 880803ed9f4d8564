/** The words on a verdict that the command line and the page share: no path may claim more. */

interface ShownFinding {
  readonly code: string;
  readonly reason?: string;
  readonly message: string;
}

export interface ShownVerdict {
  readonly verified: boolean;
  readonly integrityVerified: boolean;
  readonly level: string | null;
  readonly fields: { readonly signed: number; readonly total: number };
  readonly signatures: readonly unknown[];
  readonly findings: readonly ShownFinding[];
  readonly certificate?: {
    readonly documentName: string;
    readonly documentId: string;
    readonly finalSha256: string;
    readonly auditEntries: number;
    readonly erasedValues: number;
  };
  readonly problem?: ShownFinding;
}

const GOOD: readonly string[] = [
  'AS_SIGNED',
  'EVIDENCE_ADDED',
  'SAME_PICTURES',
  'TRUSTED',
  'TIMESTAMPED',
  'SEALED',
  'PAIR_OK',
  'NOT_REVOKED',
];
const REMARKS: readonly string[] = [
  ...['UNKNOWN', 'REVOKED_LATER', 'NAME', 'NOT_FETCHED'],
  ...['NOT_COMPARED', 'PLACED', 'NO_TIMESTAMP'],
];
const IDENTITY: readonly string[] = [
  'NO_ROOT',
  'UNTRUSTED',
  'WRONG_USE',
  'CERT_TIME',
  'NO_TIME',
  'FUTURE',
  'TIME_ORDER',
  'SEAL_UNKNOWN',
  'REVOKED',
];

/** In a file that passed, a bad finding is only a remark: for example, a useless timestamp. */
export function weightOf(
  code: string,
  { isPassed, isIntegrityOnly }: { readonly isPassed: boolean; readonly isIntegrityOnly: boolean },
): 'good' | 'remark' | 'bad' {
  if (GOOD.includes(code)) return 'good';
  const isNotAsked = isIntegrityOnly && IDENTITY.includes(code);
  return isPassed || isNotAsked || REMARKS.includes(code) ? 'remark' : 'bad';
}

const RESERVED: readonly string[] = ['NOT_COMPARED', 'PLACED'];

/** Always part of a good verdict: who else signed, what was not compared, what was placed later. */
export function reservations({ findings }: ShownVerdict): string {
  const isElse = ({ code, reason }: ShownFinding) => code === 'NAME' && reason === 'mismatch';
  return findings
    .filter((finding) => isElse(finding) || RESERVED.includes(finding.code))
    .map(({ message }) => ` ${message}`)
    .join('');
}

/** Claims no more than was asked. */
export function goodWords({ fields }: ShownVerdict, isIntegrityOnly: boolean): string {
  if (isIntegrityOnly) return 'Integrity verified: intact and complete. Who signed was not asked.';
  const who = fields.total === 1 ? 'its signer is' : `all ${fields.total} signers are`;
  return `Verified: intact and complete, and ${who} identified.`;
}

/** The meaning of each level, as found with the given roots. */
const LEVELS: readonly (readonly [end: string, meaning: string])[] = [
  ['LTA', 'with timestamps, and proof of certificates and revocation under a document timestamp'],
  ['LT', 'with timestamps, and proof of certificates and revocation in the file'],
  ['T', 'with timestamps'],
  ['B', 'without timestamps'],
];

export function levelWords(level: string): string {
  const [, meaning] = LEVELS.find(([end]) => level.endsWith(`-${end}`)) ?? [];
  const bound = level.startsWith('PAdES') ? '' : '; a signature does not bind its certificate';
  return `Level found: ${level}, ${meaning}${bound}.`;
}

export function passes(verdict: ShownVerdict, isIntegrityOnly: boolean): boolean {
  return isIntegrityOnly ? verdict.integrityVerified : verdict.verified;
}
