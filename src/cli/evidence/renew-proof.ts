import type { CliErrorDetails } from '../errors/cli-error.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { shellWord } from '../terminal/shell-word.ts';

interface Judged {
  readonly verified: boolean;
  readonly level: string | null;
  readonly proofEndsAt: string | null;
  readonly problem?: { readonly code: string; readonly message: string };
  readonly signatures: readonly {
    readonly kind: 'signature' | 'timestamp';
    readonly field: string;
    readonly trusted: boolean;
    readonly revocation: { readonly status: string };
  }[];
}

/** The field of the last trusted document timestamp; undefined without one. */
const lastTimestamp = ({ signatures }: Judged): string | undefined =>
  signatures.findLast(({ kind, trusted }) => kind === 'timestamp' && trusted)?.field;

/** Proof to add, DER. */
export interface AddedProof {
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocsp: readonly Uint8Array[];
}

/** The steps of a renewal that need a reader of PDFs or the network. */
export interface Renewing {
  verify(file: Buffer): Promise<Judged>;
  /** Fetches what the certificates name by which a file is proven now: from the field of its last document timestamp, if it has one. */
  proofFor(file: Buffer, field: string | undefined): Promise<AddedProof>;
  /** The file with this proof, under a new document timestamp. */
  stamp(file: Buffer, proof: AddedProof): Promise<Buffer>;
}

/** A file whose proof was renewed. */
export interface RenewedProof {
  readonly bytes: Buffer;
  readonly level: string | null;
  /** When the proof ended before, and when it ends now, ISO 8601. */
  readonly endedAt: string | null;
  readonly endsAt: string | null;
}

const refused = (details: Omit<CliErrorDetails, 'code'>) =>
  new CliError({ code: 'not_renewed', ...details });

function assertVerified(file: Judged, name: string): void {
  if (file.verified) return;
  const { code = 'NOT_VERIFIED', message = '' } = file.problem ?? {};
  const why = `it is not verified: ${code}, ${message.replace(/\.$/, '')}`;
  const next = `esign verify ${shellWord(name)} --root authority.pem`;
  const what = 'the proof of this file cannot be renewed';
  throw refused({ what, why, next, exitCode: EXIT.notVerified });
}

const both = (one: AddedProof, other: AddedProof): AddedProof => ({
  certificates: [...one.certificates, ...other.certificates],
  crls: [...one.crls, ...other.crls],
  ocsp: [...one.ocsp, ...other.ocsp],
});

/** Whether the file tells by itself that its new timestamp's authority was not revoked. */
const isProvenToo = ({ signatures }: Judged): boolean =>
  signatures.at(-1)?.revocation.status === 'good';

/**
 * Adds proof for what a file rests on now, and a document timestamp over all that (ETSI EN 319 142-1, 5.4.3). A second timestamp
 * is asked for when the first one's authority is another than before: then its own proof comes first. The file stays as it is,
 * and is followed by what was added. Throws a `CliError` when the file is not verified before and after, or nothing is gained.
 */
export async function renewProof(
  file: Buffer,
  { name, ...others }: Renewing & { readonly name: string },
): Promise<RenewedProof> {
  const before = await others.verify(file);
  assertVerified(before, name);
  const proof = await others.proofFor(file, lastTimestamp(before));
  let bytes = await others.stamp(file, proof);
  let after = await others.verify(bytes);
  if (after.verified && !isProvenToo(after)) {
    const own = await others.proofFor(bytes, lastTimestamp(after));
    bytes = await others.stamp(file, both(proof, own));
    after = await others.verify(bytes);
  }
  if (!after.verified) {
    const why = `it would not verify any more: ${after.problem?.code}`;
    throw refused({ what: 'the file is left as it is', why, exitCode: EXIT.unexpected });
  }
  if ((after.proofEndsAt ?? '') <= (before.proofEndsAt ?? '')) {
    const why = `the new timestamp would prove it until ${after.proofEndsAt}, which is no later than now`;
    const next = 'name another authority with --tsa';
    throw refused({ what: 'nothing would be gained', why, next, exitCode: EXIT.usage });
  }
  const { level, proofEndsAt: endsAt } = after;
  return { bytes, level, endedAt: before.proofEndsAt, endsAt };
}
