import { fail } from '../errors.ts';
import type { PreparedSignature } from './prepare.ts';

/** Patches a CMS into the hole. Throws PdfError CMS_TOO_BIG. */
export function embedCms(
  prepared: Pick<PreparedSignature, 'bytes' | 'contentsAt' | 'reserve'>,
  cms: Uint8Array,
): Buffer {
  const { bytes, contentsAt, reserve } = prepared;
  if (cms.length > reserve) {
    fail('CMS_TOO_BIG', `the signature has ${cms.length} bytes, the room ${reserve}`);
  }
  const signed = Buffer.from(bytes);
  signed.write(Buffer.from(cms).toString('hex'), contentsAt + 1, 'latin1');
  return signed;
}
