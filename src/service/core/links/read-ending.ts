import type { AttemptsOfSigner } from '../../store/documents/attempts.sql.ts';
import type { Account } from '../accounts/account.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import type { DocumentState } from '../documents/document-states.rules.ts';
import { documentState, mayRenew } from '../documents/document-states.rules.ts';
import { attemptsCountAfter, mayBeginAt } from '../signing/signature.rules.ts';
import { readSigningToken } from './links.rules.ts';
import type { SignerVisit } from './signing-view.ts';
import { findLink, findVisit } from './signing-view.ts';

/** The attempts that decide whether a signer may begin. */
export const attemptsOf = (
  { document: { documentId }, signer: { signerId } }: SignerVisit,
  now: Date,
): AttemptsOfSigner => ({ documentId, signerId, after: attemptsCountAfter(now) });

/**
 * When a signer with too many attempts may begin again; undefined means now, and for a link that
 * doesn't open its document.
 */
export async function readRetryTime(
  deps: Pick<ServiceDeps, 'store' | 'links' | 'clock'>,
  token: string,
): Promise<Date | undefined> {
  const visit = await findVisit(deps, token);
  if (!visit) return undefined;
  return mayBeginAt((await deps.store.findAttempts(attemptsOf(visit, deps.clock.now()))).begunAt);
}

interface SenderFacts {
  readonly senderName: string;
  readonly sender: Pick<Account, 'colour' | 'logoHash'>;
  readonly documentName: string;
}

/** Of a link whose time is over, or that a newer one replaced. Names no signer. */
export interface ExpiredLink extends SenderFacts {
  readonly state: 'expired';
  readonly documentState: DocumentState;
  readonly sentAt: Date | null;
  readonly completedAt: Date | null;
  /** Null for a link that was replaced. */
  readonly until: Date | null;
  readonly hasSigned: boolean;
  /** The signer may have a new link mailed to themselves. */
  readonly isRenewable: boolean;
  /** Somebody is mailed when they do. */
  readonly isSenderMailed: boolean;
}

/** Why a link no longer opens its document. */
export type LinkEnding =
  | (SenderFacts & { readonly state: 'withdrawn'; readonly reason: string })
  | ExpiredLink
  /** Known because this service made the link. */
  | { readonly state: 'removed' };

/** For an account that was just erased. */
const NOBODY = { name: '', colour: null, logoHash: null, newLinks: false, isMailed: false };

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'clock'>;

/** Undefined for a link that opens its document, or wasn't made by this service. */
export async function readEnding(deps: Deps, token: string): Promise<LinkEnding | undefined> {
  const link = await findLink(deps, token);
  if (!link) return (await isOfRemoved(deps, token)) ? { state: 'removed' } : undefined;
  if (!link.ended) return undefined;
  const { document, signer, ended: state, isReplaced } = link;
  const sender = link.sender ?? NOBODY;
  const about = { senderName: sender.name, sender, documentName: document.name };
  if (state === 'withdrawn') return { ...about, state, reason: document.withdrawalReason ?? '' };
  return {
    ...about,
    state,
    documentState: documentState(document),
    sentAt: document.sentAt,
    completedAt: document.completedAt,
    until: isReplaced ? null : document.linksUntil,
    hasSigned: signer.signedAt !== null,
    isRenewable: mayRenew(document, signer, sender),
    isSenderMailed: sender.isMailed,
  };
}

async function isOfRemoved({ store, links }: Deps, token: string): Promise<boolean> {
  const subject = readSigningToken(links, token);
  return subject !== undefined && !(await store.findDocumentOfSigner(subject.signerId));
}
