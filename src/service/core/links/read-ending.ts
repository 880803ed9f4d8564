import type { StoreTransaction } from '../../store/store.ts';
import type { Account } from '../accounts/account.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import { documentState } from '../documents/document-states.rules.ts';
import { attemptsCountAfter, mayBeginAt } from '../signing/signature.rules.ts';
import { readSigningToken } from './links.rules.ts';
import type { SignerVisit } from './signing-view.ts';
import { findLink, findVisit } from './signing-view.ts';

/** When a signer with too many attempts may begin again; undefined means now. */
export const retryTime = async (
  store: Pick<StoreTransaction, 'listAttemptTimes'>,
  { document: { documentId }, signer: { signerId } }: SignerVisit,
  now: Date,
): Promise<Date | undefined> =>
  mayBeginAt(
    await store.listAttemptTimes({ documentId, signerId, after: attemptsCountAfter(now) }),
  );

/** Also undefined for a link that doesn't open its document. */
export async function readRetryTime(
  deps: Pick<ServiceDeps, 'store' | 'links' | 'clock'>,
  token: string,
): Promise<Date | undefined> {
  const visit = await findVisit(deps, token);
  return visit && (await retryTime(deps.store, visit, deps.clock.now()));
}

interface Sender {
  readonly senderName: string;
  readonly sender: Pick<Account, 'colour' | 'logoHash'>;
}

/** Why a link no longer opens its document. An expired link reveals nothing about it. */
export type LinkEnding =
  | (Sender & {
      readonly state: 'withdrawn';
      readonly documentName: string;
      readonly reason: string;
    })
  | (Sender & {
      readonly state: 'expired';
      readonly isResendable: boolean;
    })
  /** Known because this service made the link. */
  | { readonly state: 'removed' };

/** For an account that was just erased. */
const NOBODY = { name: '', colour: null, logoHash: null };

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'clock'>;

/** Undefined for a link that opens its document, or wasn't made by this service. */
export async function readEnding(deps: Deps, token: string): Promise<LinkEnding | undefined> {
  const link = await findLink(deps, token);
  if (!link) return (await isOfRemoved(deps, token)) ? { state: 'removed' } : undefined;
  if (!link.ended) return undefined;
  const { document, ended: state } = link;
  const sender = (await deps.store.findAccount(document.accountId)) ?? NOBODY;
  const { name: senderName } = sender;
  if (state === 'expired') {
    const isResendable = documentState(document) === 'waiting';
    return { state, senderName, sender, isResendable };
  }
  const { name: documentName, withdrawalReason } = document;
  return { state, senderName, sender, documentName, reason: withdrawalReason ?? '' };
}

async function isOfRemoved({ store, links }: Deps, token: string): Promise<boolean> {
  const subject = readSigningToken(links, token);
  return subject !== undefined && !(await store.findDocumentOfSigner(subject.signerId));
}
