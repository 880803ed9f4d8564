import type { Account } from './accounts/account.ts';
import { DomainError } from './domain-error.ts';

/** How much one account may have at a time, and how much of the files' volume uploads leave free. */
export interface Quotas {
  /** Documents that were not sent. */
  readonly drafts: number;
  /** Total size of their files, in megabytes. */
  readonly draftMegabytes: number;
  /** Documents that were not sent, of an account without credits. */
  readonly draftsWithoutCredits: number;
  /** Webhook endpoints. */
  readonly endpoints: number;
  /** Members, also those who were invited and never signed in. */
  readonly members: number;
  /** Passkeys of one person. */
  readonly passkeys: number;
  /** Uploads are refused while less of the files' volume is free, in percent. */
  readonly freeDiskPercent: number;
}

/** The quotas of a sandbox, and of a deployment that sets no others. */
export const DEFAULT_QUOTAS: Quotas = {
  drafts: 2000,
  draftMegabytes: 5000,
  draftsWithoutCredits: 25,
  endpoints: 20,
  members: 100,
  passkeys: 20,
  freeDiskPercent: 5,
};

/** The drafts of an account, and the credits that it has to send them. */
export interface DraftUse {
  readonly drafts: number;
  /** Of their files. */
  readonly bytes: number;
  readonly credits: number;
}

/** Bytes of a megabyte. */
export const MEGABYTE = 1_000_000;

/** Most drafts of an account with these credits. */
export const mostDrafts = (quotas: Quotas, { credits }: Pick<DraftUse, 'credits'>): number =>
  credits > 0 ? quotas.drafts : Math.min(quotas.drafts, quotas.draftsWithoutCredits);

function draftProblem(quotas: Quotas, use: DraftUse, addedBytes: number): string | undefined {
  const { drafts, bytes, credits } = use;
  const most = mostDrafts(quotas, use);
  if (drafts >= most && credits === 0 && most < quotas.drafts)
    return `The account has ${drafts} drafts and no credits; without credits, at most ${most} are allowed. Get credits and send some`;
  if (drafts >= most)
    return `The account has ${drafts} drafts, and at most ${most} are allowed. Send some`;
  if (bytes + addedBytes <= quotas.draftMegabytes * MEGABYTE) return undefined;
  return `The account's drafts have ${Math.round(bytes / MEGABYTE)} MB, and with this one more than the ${quotas.draftMegabytes} MB that are allowed. Send some`;
}

/**
 * Asserts that an account may have another draft, with a file of so many bytes.
 * @throws {DomainError} `invalid_request`, the code that creating a document has for it
 */
export function assertDraftAllowed(
  quotas: Quotas,
  { account, ...use }: DraftUse & { readonly account: Pick<Account, 'keepDraftDays'> },
  addedBytes: number,
): void {
  const problem = draftProblem(quotas, use, addedBytes);
  if (problem === undefined) return;
  const { keepDraftDays: days } = account;
  const removal = days === null ? '' : `; one that is not sent is removed after ${days} days`;
  throw new DomainError('invalid_request', `${problem}${removal}.`);
}

/** Asserts that one more may be added. @throws {DomainError} `invalid_state` */
export function assertRoom(
  { has, most }: { readonly has: number; readonly most: number },
  things: string,
): void {
  if (has < most) return;
  const message = `There are ${has} ${things} already, and at most ${most} are allowed. Remove one first.`;
  throw new DomainError('invalid_state', message);
}
