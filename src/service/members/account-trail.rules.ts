import { createHash } from 'node:crypto';
import { canonicalJson, GENESIS_HASH } from '../../contract/audit-chain.ts';

/** A member's request in the dashboard, granted or not. */
export interface AccountAction {
  readonly accountId: string;
  /** A UUID, which outlives the person's address. */
  readonly userId: string;
  readonly at: Date;
  /** The route, such as `/dashboard/members/role`. */
  readonly action: string;
  /** Ids and choices of the request; nothing secret or personal. */
  readonly target: Readonly<Record<string, string>>;
  readonly requestId: string;
}

/** The hash covers the hash of the previous entry. */
export interface AccountEntry extends AccountAction {
  /** From 1. */
  readonly seq: number;
  readonly previousHash: string;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

const hashOf = ({ hash: _, at, ...entry }: AccountEntry): string =>
  createHash('sha256')
    .update(canonicalJson({ ...entry, at: at.toISOString() }))
    .digest('hex');

export function chainAction(
  last: Pick<AccountEntry, 'seq' | 'hash'> | undefined,
  action: AccountAction,
): AccountEntry {
  const { seq, hash: previousHash } = last ?? { seq: 0, hash: GENESIS_HASH };
  const entry = { ...action, seq: seq + 1, previousHash, hash: '' };
  return { ...entry, hash: hashOf(entry) };
}

/** Number of the first broken entry of a whole trail; undefined when it is intact. */
export function brokenEntry(trail: readonly AccountEntry[]): number | undefined {
  let last: AccountEntry | undefined;
  for (const entry of trail) {
    const expected = chainAction(last, entry);
    if (entry.seq !== expected.seq || entry.previousHash !== expected.previousHash) {
      return expected.seq;
    }
    if (entry.hash !== hashOf(entry)) return entry.seq;
    last = entry;
  }
  return undefined;
}
