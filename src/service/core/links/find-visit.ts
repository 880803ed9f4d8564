import type { ServiceDeps } from '../deps.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import { hasEnded } from './link-life.rules.ts';
import { readSigningToken } from './links.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'clock'>;

export interface Visit {
  readonly document: Document;
  readonly signer: Signer;
}

/** `ended` is null while the link opens its document. */
export interface FoundLink extends Visit {
  readonly ended: 'withdrawn' | 'expired' | null;
}

/** Undefined if this service didn't make it, or its document isn't sent. */
export async function findLink(
  { store, links, clock }: Deps,
  token: string,
): Promise<FoundLink | undefined> {
  const subject = readSigningToken(links, token);
  const document = subject && (await store.findDocumentOfSigner(subject.signerId));
  const signer = document?.signers.find(({ signerId }) => signerId === subject?.signerId);
  if (!document || !signer || document.status === 'PENDING') return undefined;
  const isOld = subject.linkGeneration !== signer.linkGeneration;
  if (isOld || hasEnded(document, clock.now())) return { document, signer, ended: 'expired' };
  return { document, signer, ended: document.withdrawnAt ? 'withdrawn' : null };
}

/** Undefined unless the link opens its document. */
export async function findVisit(deps: Deps, token: string): Promise<Visit | undefined> {
  const link = await findLink(deps, token);
  return link?.ended === null ? link : undefined;
}
