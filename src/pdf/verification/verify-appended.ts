import { createHash, X509Certificate } from 'node:crypto';
import type { CmsContents } from '../cms/read-cms.ts';
import { readCms } from '../cms/read-cms.ts';
import type { PdfProblem } from '../pdf-errors.ts';
import { fail, problemOf } from '../pdf-errors.ts';
import { isSigned } from '../signing/form-fields.ts';
import type { SignedRange } from './byte-range.ts';
import { checkPadding, readRange, readSignedField } from './byte-range.ts';
import { checkRevision, openRevision } from './check-revision.ts';
import { judgeCms } from './judge-signature.ts';
import type { JudgingOptions } from './judging-rules.ts';
import { judgingRules } from './judging-rules.ts';
import type { IdentityCode } from './signature-verdict.ts';

/** A signature just appended to a revision that was verified before. */
export interface AppendedSignature {
  readonly file: Buffer;
  /** The length of the verified revision, and its hash at that time. */
  readonly base: { readonly bytes: number; readonly sha256: string };
  readonly field: string;
  readonly contents: CmsContents;
}

/** Faults that the caller's own chain check, made when the answer arrives, cannot find. */
const UNTIMELY: readonly (IdentityCode | null)[] = ['CERT_TIME', 'NO_TIME', 'TIME_ORDER'];

function hashesOf(file: Buffer, baseBytes: number, { from, to, end }: SignedRange) {
  const hash = createHash('sha256').update(file.subarray(0, baseBytes));
  const base = hash.copy().digest('hex');
  hash.update(file.subarray(baseBytes, from)).update(file.subarray(to, end));
  return { base, signed: hash.digest('hex') };
}

function checkPlace({ file, base }: AppendedSignature, { from, end }: SignedRange): void {
  if (from < base.bytes) fail('BYTE_RANGE', 'the signature is not in its own revision');
  if (end !== file.length) fail('NOT_WHOLE_FILE', 'something was added after the signature');
}

/** /Contents must be the embedded CMS and padding. */
function checkEmbedded(inFile: Buffer, { bytes }: CmsContents): void {
  if (!inFile.subarray(0, bytes.length).equals(bytes)) {
    fail('OTHER_SIGNATURE', 'the file contains another signature');
  }
  checkPadding(inFile, bytes.length);
}

async function check(
  appended: AppendedSignature,
  options: JudgingOptions,
): Promise<PdfProblem | null> {
  const { file, base, field, contents } = appended;
  const revision = await openRevision(file, base.bytes);
  const { before, after } = revision;
  const signed = readSignedField(after, field) ?? fail('NOT_SIGNED', `${field} is not signed`);
  const range = readRange(file, signed);
  checkPlace(appended, range);
  checkEmbedded(signed.contents, contents);
  const sha256 = hashesOf(file, base.bytes, range);
  if (sha256.base !== base.sha256) {
    fail('BASE_CHANGED', 'the document is not the one that was verified before');
  }
  const isFirst = !isSigned(before);
  checkRevision({ ...revision, field, isFirst });
  const digestOf = (name: string) => (name === 'sha256' ? sha256.signed : undefined);
  const rules = judgingRules(after, options);
  const { identity, problem } = judgeCms({ signed, contents, digestOf }, rules);
  return problem !== undefined && UNTIMELY.includes(identity) ? problem : null;
}

/**
 * Verifies the one signature appended to a verified revision; earlier ones remain valid, since
 * their bytes are unchanged. Trust is left to the caller, except `UNTIMELY`. Null if there is no
 * problem; never throws.
 */
export async function verifyAppended(
  appended: AppendedSignature,
  options: JudgingOptions,
): Promise<PdfProblem | null> {
  try {
    return await check(appended, options);
  } catch (error) {
    return problemOf(error);
  }
}

/** For a separate process; certificates and CMS in DER. */
export interface AppendedJob extends Omit<AppendedSignature, 'file' | 'contents'> {
  readonly file: Uint8Array;
  readonly cms: Uint8Array;
  readonly roots: readonly Uint8Array[];
  /** Certificates between signer and root that the CMS lacks. */
  readonly chain: readonly Uint8Array[];
}

/** Throws CmsError for a CMS that cannot be read. */
export async function verifyAppendedJob(job: AppendedJob): Promise<PdfProblem | null> {
  const { file, cms, base, field } = job;
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const read = (ders: readonly Uint8Array[]) => ders.map((der) => new X509Certificate(der));
  const appended = { file: bytes, base, field, contents: readCms(cms) };
  const [roots, intermediates] = [read(job.roots), read(job.chain)];
  return await verifyAppended(appended, { roots, intermediates });
}
