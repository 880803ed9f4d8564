import { createHash } from 'node:crypto';
import { MINUTE_MS } from '../../contract/durations.ts';
import { readableTime } from '../../languages/readable-time.ts';
import type { Account } from './accounts/account.rules.ts';
import { DomainError } from './domain-error.rules.ts';

interface Limit {
  readonly most: number;
  readonly withinMs: number;
}

export interface Allowance {
  /** A SHA-256 of action and subject, so that no name is stored. */
  readonly key: Buffer;
  readonly limits: readonly Limit[];
}

/** An allowance with nothing left, and from when it has some again. */
export interface UsedUp {
  readonly allowance: Allowance;
  readonly from: Date;
}

export const allowanceKey = (what: string, ...whose: readonly string[]): Buffer =>
  createHash('sha256')
    .update([what, ...whose].join('\n'))
    .digest();

/** From when another is allowed; undefined means now. `times` of earlier ones are newest first. */
export function possibleFrom(
  times: readonly Date[],
  limits: readonly Limit[],
  now: Date,
): Date | undefined {
  const ends = limits.flatMap(({ most, withinMs }) => {
    const reached = times[most - 1];
    return reached ? [reached.getTime() + withinMs] : [];
  });
  const from = Math.max(...ends);
  return from > now.getTime() ? new Date(from) : undefined;
}

/** Rounded up to the minute, so that it is allowed by then. */
export const untilMinute = (from: Date): string =>
  readableTime('en', new Date(Math.ceil(from.getTime() / MINUTE_MS) * MINUTE_MS));

/** Limits of an account, and how much disk space uploads leave free. */
export interface Quotas {
  /** Documents that were not sent. */
  readonly drafts: number;
  /** Total size of their files. */
  readonly draftMegabytes: number;
  /** Documents that were not sent, of an account without credits. */
  readonly draftsWithoutCredits: number;
  readonly endpoints: number;
  /** Includes invited members who never signed in. */
  readonly members: number;
  /** Per person. */
  readonly passkeys: number;
  /** Uploads are rejected while less of the files' volume is free. */
  readonly freeDiskPercent: number;
}

export const DEFAULT_QUOTAS: Quotas = {
  drafts: 2000,
  draftMegabytes: 5000,
  draftsWithoutCredits: 25,
  endpoints: 20,
  members: 100,
  passkeys: 20,
  freeDiskPercent: 5,
};

export interface DraftUse {
  readonly drafts: number;
  /** Of their files. */
  readonly bytes: number;
  readonly credits: number;
}

export const MEGABYTE = 1_000_000;

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

/** @throws {DomainError} `invalid_request`, the API's code for it when creating a document */
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
