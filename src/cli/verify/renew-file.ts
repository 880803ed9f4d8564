import { randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { SavedFile } from '../../client/index.ts';
import { SaveFileError, saveFile } from '../../client/index.ts';
import { anyAddress, fetchBody } from '../../network/fetch-body.ts';
import type { TimestampRequest } from '../../pdf/cms/timestamp-request.ts';
import type { Proof } from '../../pdf/signing/prove.ts';
import type { PdfVerdict } from '../../pdf/verification/verdict.ts';
import type { CliErrorDetails } from '../errors/cli-error.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { misuse } from '../errors/usage-error.ts';
import type { Printer } from '../terminal/printer.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { utcAndLocal } from '../terminal/times.ts';

export interface SavedRenewal extends SavedFile, Omit<RenewedProof, 'bytes'> {}

interface RenewalDestination {
  readonly file: string;
  readonly output?: string | undefined;
  readonly force: boolean;
}

/** Throws before the authority charges: `SaveFileError` (exists) or `CliError` (exit 2: stream). */
export async function renewedPath({ file, output, force }: RenewalDestination): Promise<string> {
  if (file === '-' || output === '-') {
    const what = 'a proof is renewed from one file to another';
    throw misuse(what, 'name both files');
  }
  const path = output ?? join(dirname(file), `${basename(file, extname(file))}-renewed.pdf`);
  const exists = (await lstat(path).catch(() => undefined)) !== undefined;
  if (exists && !force) throw new SaveFileError('exists', resolve(path));
  return path;
}

/** Throws `SaveFileError`. */
export async function saveRenewal(
  printer: Printer,
  { bytes, ...renewed }: RenewedProof,
  { path, force }: { readonly path: string; readonly force: boolean },
): Promise<SavedRenewal> {
  const saved = await saveFile(Readable.from([bytes]), path, { force });
  const until = renewed.endsAt ? utcAndLocal(renewed.endsAt) : '';
  printer.result(
    `${shellWord(saved.path)}  ${renewed.level ?? 'no level'}, certificates valid until ${until}`,
  );
  return { ...saved, ...renewed };
}

/** The field of the last trusted document timestamp, if any. */
const lastTimestamp = ({ signatures }: PdfVerdict): string | undefined =>
  signatures.findLast(({ kind, trusted }) => kind === 'timestamp' && trusted)?.field;

export interface Renewing {
  verify(file: Buffer): Promise<PdfVerdict>;
  /** Fetches what the certificates of `field`, or of all fields, name to prove the file now. */
  proofFor(file: Buffer, field: string | undefined): Promise<Proof>;
  /** Adds the proof under a new document timestamp. */
  stamp(file: Buffer, proof: Proof): Promise<Buffer>;
}

export interface RenewedProof extends Pick<PdfVerdict, 'level'> {
  readonly bytes: Buffer;
  /** ISO 8601: the end of the old proof; `endsAt` is the new one's. */
  readonly endedAt: string | null;
  readonly endsAt: string | null;
}

const refused = (details: Omit<CliErrorDetails, 'code'>) =>
  new CliError({ code: 'not_renewed', ...details });

function assertVerified(file: PdfVerdict, name: string): void {
  if (file.verified) return;
  const { code = 'NOT_VERIFIED', message = '' } = file.problem ?? {};
  const why = `it is not verified: ${code}, ${message.replace(/\.$/, '')}`;
  const next = `esign verify ${shellWord(name)} --root authority.pem`;
  const what = 'the proof of this file cannot be renewed';
  throw refused({ what, why, next, exitCode: EXIT.notVerified });
}

const both = (one: Proof, other: Proof): Proof => ({
  certificates: [...one.certificates, ...other.certificates],
  crls: [...one.crls, ...other.crls],
  ocsp: [...one.ocsp, ...other.ocsp],
});

/** Whether the file itself proves that the new timestamp's authority was not revoked. */
const isProvenToo = ({ signatures }: PdfVerdict): boolean =>
  signatures.at(-1)?.revocation.status === 'good';

/**
 * Adds proof of what a file relies on, under a document timestamp (ETSI EN 319 142-1, 5.4.3). For a
 * new authority, adds its proof and a second timestamp. Only appends to the file. Throws a
 * `CliError` if it does not verify before or after, or nothing is gained.
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

/** A hash to timestamp, and the codec of requests and replies (RFC 3161). */
interface Asking {
  readonly sha256: Buffer;
  query(request: TimestampRequest): Buffer;
  /** Throws for a reply that fails any check. */
  read(reply: Uint8Array, request: TimestampRequest): { readonly token: Buffer };
}

const NONCE_BYTES = 8;
const MAX_BYTES = 64 * 1024;

function unavailable(url: string, why: string, cause?: unknown): CliError {
  return new CliError({
    code: 'timestamp_unavailable',
    what: `no valid timestamp came from ${url}`,
    why,
    exitCode: EXIT.unreachable,
    cause,
  });
}

/** Returns a checked timestamp token; the user chose the address. Throws a `CliError` (exit 9). */
export async function askAuthority(url: string, { sha256, query, read }: Asking): Promise<Buffer> {
  const request = { sha256, nonce: randomBytes(NONCE_BYTES) };
  const post = { body: query(request), type: 'application/timestamp-query' };
  const answer = await fetchBody({ url, post }, { maxBytes: MAX_BYTES, refusalOf: anyAddress });
  if ('failure' in answer) throw unavailable(url, answer.failure.replaceAll('_', ' '));
  try {
    return read(answer.body, request).token;
  } catch (error) {
    throw unavailable(url, error instanceof Error ? error.message : String(error), error);
  }
}
