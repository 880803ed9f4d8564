import { createHash } from 'node:crypto';
import { PDF } from '@libpdf/core';
import type { CmsContents } from '../cms/read-cms.ts';
import type { Problem } from '../errors.ts';
import { fail, problemOf } from '../errors.ts';
import { readName } from '../read-object.ts';
import { topFields } from '../signing/signature-form.ts';
import type { SignedRange } from './byte-range.ts';
import { checkPadding, readRange } from './byte-range.ts';
import { checkRevision } from './check-revision.ts';
import type { VerifyOptions } from './judge-signature.ts';
import { judgeCms } from './judge-signature.ts';
import { readSignedField } from './signed-field.ts';

/** A signature that was just embedded behind a revision that was verified before. */
export interface AppendedSignature {
  /** The whole file. */
  readonly file: Buffer;
  /** The revision that it was appended to: its length, and its hash when it was verified. */
  readonly base: { readonly bytes: number; readonly sha256: string };
  /** The field that it was embedded in. */
  readonly field: string;
  /** What was embedded. */
  readonly contents: CmsContents;
}

/** Hashes the file once: what the base is, and what the signature covers. */
function hashesOf(file: Buffer, baseBytes: number, { from, to, end }: SignedRange) {
  const hash = createHash('sha256').update(file.subarray(0, baseBytes));
  const base = hash.copy().digest('hex');
  hash.update(file.subarray(baseBytes, from)).update(file.subarray(to, end));
  return { base, signed: hash.digest('hex') };
}

function checkPlace({ file, base }: AppendedSignature, { from, end }: SignedRange): void {
  if (from < base.bytes) {
    fail('BYTE_RANGE', 'the signature does not stand in its own revision');
  }
  if (end !== file.length) {
    fail('NOT_WHOLE_FILE', 'something was added after the signature');
  }
}

/** What is in the file is what was embedded, and nothing behind it. */
function checkEmbedded(inFile: Buffer, { bytes }: CmsContents): void {
  if (!inFile.subarray(0, bytes.length).equals(bytes)) {
    fail('OTHER_SIGNATURE', 'the file holds another signature');
  }
  checkPadding(inFile, bytes.length);
}

function isSigned(pdf: PDF): boolean {
  const fields = [...topFields(pdf).values()];
  return fields.some((field) => readName(pdf, field.get('FT')) === 'Sig' && field.has('V'));
}

async function check(appended: AppendedSignature, options: VerifyOptions): Promise<Problem | null> {
  const { file, base, field, contents } = appended;
  const before = await PDF.load(file.subarray(0, base.bytes), { lenient: false });
  const after = await PDF.load(file, { lenient: false });
  const signed = readSignedField(after, field);
  if (signed === undefined) fail('NOT_SIGNED', `${field} carries no signature`);
  const range = readRange(file, signed);
  checkPlace(appended, range);
  checkEmbedded(signed.contents, contents);
  const sha256 = hashesOf(file, base.bytes, range);
  if (sha256.base !== base.sha256) {
    fail('BASE_CHANGED', 'the document is not the one that was verified before');
  }
  const isFirst = !isSigned(before);
  checkRevision(file, { from: base.bytes, to: file.length, before, after, field, isFirst });
  const judgement = judgeCms({ signed, contents, sha256: sha256.signed }, options);
  return judgement.valid ? null : judgement.problem;
}

/**
 * Verifies the one signature that was appended to a verified revision, as strictly as `verifyPdf` does:
 * since nothing of that revision changed, its own signatures hold as they did. Null when all is well,
 * else what is wrong; never throws.
 */
export async function verifyAppended(
  appended: AppendedSignature,
  options: VerifyOptions,
): Promise<Problem | null> {
  try {
    return await check(appended, options);
  } catch (error) {
    return problemOf(error);
  }
}
