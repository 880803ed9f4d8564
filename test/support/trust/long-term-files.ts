import { createHash, KeyObject } from 'node:crypto';
import { addTimestamp } from '../../../src/pdf/cms/add-timestamp.ts';
import { readCms } from '../../../src/pdf/cms/read-cms.ts';
import type { SignatureField } from '../../../src/pdf/signing/geometry.ts';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { appendProof, prepareTimestamp } from '../../../src/pdf/signing/prove.ts';
import { aPdf } from '../pdf/a-pdf.ts';
import { fieldsFor, prepared, withFields } from '../pdf/sign-pdf.ts';
import { parts } from './chain-rows.ts';
import { createCms } from './create-cms.ts';
import type { Made } from './make-chain.ts';
import { certify, days, NOW, revocationList } from './make-chain.ts';
import type { Identity } from './pdf-authority.ts';
import { documentToken } from './timestamp-cms.ts';

const TIMESTAMPING = { purposes: ['1.3.6.1.5.5.7.3.8'], isPurposeCritical: true };
const TOKEN_BYTES = 4096;

const { root: top, sub, leaf } = await parts({});
/** The root of the signers and of the timestamps, at `NOW`. */
export const root = top;
/** A timestamping authority whose certificate ends in a day, and one that lasts. */
export const brief = await certify('Brief', sub, { ...TIMESTAMPING, to: days(1) }, false);
export const lasting = await certify('Lasting', sub, TIMESTAMPING, false);

/** The revocation lists of all authorities, and when they were made. */
export const listsOf = async (wishes: Parameters<typeof revocationList>[1] = {}) => [
  await revocationList(sub, wishes),
  await revocationList(root, {}),
];

const identityOf = ({ certificate, keys }: Made): Identity => ({
  certificate,
  privateKey: KeyObject.from(keys.privateKey),
  chain: [sub.certificate],
});

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** How a signature is made. */
interface SignatureWishes {
  /** Who timestamps it, and when; by default nobody. */
  readonly stamp?: { readonly by: Made; readonly at: Date };
  /** False makes it a plain PKCS #7 signature. */
  readonly ess?: boolean;
}

/** Signs a field at `NOW`. */
async function signed(
  base: Buffer,
  field: SignatureField,
  { stamp, ess = true }: SignatureWishes = {},
): Promise<Buffer> {
  const open = await prepared(base, field, { date: NOW, ess });
  const cms = createCms({ sha256: open.sha256, ...identityOf(leaf), ess });
  if (!stamp) return embedCms(open, cms);
  const token = documentToken(sha256(readCms(cms).signature), identityOf(stamp.by), stamp.at);
  return embedCms(open, addTimestamp(cms, token));
}

/** The file with revocation lists. */
export const withLists = (file: Buffer, crls: readonly Buffer[]): Promise<Buffer> =>
  appendProof(file, { certificates: [], crls, ocsp: [] });

/** The file under a document timestamp. */
export async function underTimestamp(file: Buffer, by: Made, at: Date): Promise<Buffer> {
  const open = await prepareTimestamp(file, TOKEN_BYTES);
  return embedCms(open, documentToken(Buffer.from(open.sha256, 'hex'), identityOf(by), at));
}

/** A document of so many signers, signed by all with their wishes, the lists behind each signature. */
export async function signedByEach(
  signers: readonly SignatureWishes[],
  crls: readonly Buffer[],
): Promise<Buffer> {
  const fields = fieldsFor(signers.length);
  let file = await withFields(aPdf(), fields);
  for (const [index, wishes] of signers.entries()) {
    file = await withLists(await signed(file, fields[index]!, wishes), crls);
  }
  return file;
}
