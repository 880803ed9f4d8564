import type { KeyObject } from 'node:crypto';
import { sign } from 'node:crypto';
import type { CmsRequest } from '../../../src/pdf/cms/open-cms.ts';
import { openCms } from '../../../src/pdf/cms/open-cms.ts';

/** Signs bytes with a key that is in this process. */
export const signWith = (privateKey: KeyObject) => async (bytes: Buffer) =>
  sign('sha256', bytes, privateKey);

/** A CMS signed with a key, as a signer's authority makes it. */
export function createCms({
  privateKey,
  ...request
}: CmsRequest & { readonly privateKey: KeyObject }): Buffer {
  const cms = openCms(request);
  return cms.close(sign('sha256', cms.toSign, privateKey));
}
