import type { ServiceDeps } from '../deps.ts';
import type { IssuedCertificate } from '../documents/issue-certificate.ts';
import { certify } from '../documents/issue-certificate.ts';
import { findVisit } from './find-visit.ts';

/** The completion certificate for a signer; undefined before completion, or when the link does not open the document. */
export async function issueSignersCertificate(
  deps: ServiceDeps,
  token: string,
): Promise<IssuedCertificate | undefined> {
  const document = (await findVisit(deps, token))?.document;
  if (document?.status !== 'COMPLETED') return undefined;
  const account = await deps.store.findAccount(document.accountId);
  if (!account) return undefined;
  return await certify(deps, document, account.name);
}
