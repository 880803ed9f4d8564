import { createHash } from 'node:crypto';
import { canonicalJson, GENESIS_HASH } from '../../../contract/audit-chain.ts';

/** Something that a member asked for in the dashboard, whether it was granted or not. */
export interface AccountAction {
  readonly accountId: string;
  /** A UUID, which outlives the person's address. */
  readonly userId: string;
  readonly at: Date;
  /** The route, such as `/dashboard/members/role`. */
  readonly action: string;
  /** Ids and choices of the request; nothing that is secret or names a person. */
  readonly target: Readonly<Record<string, string>>;
  readonly requestId: string;
}

/** An entry of an account's trail; its hash covers the hash of the entry before. */
export interface AccountEntry extends AccountAction {
  /** From 1. */
  readonly seq: number;
  readonly previousHash: string;
  /** Hash of this entry, as 64 hexadecimal digits. */
  readonly hash: string;
}

const hashOf = ({ hash: _, at, ...entry }: AccountEntry): string =>
  createHash('sha256')
    .update(canonicalJson({ ...entry, at: at.toISOString() }))
    .digest('hex');

/** Chains an action to the last entry of its account's trail. */
export function chainAction(
  last: Pick<AccountEntry, 'seq' | 'hash'> | undefined,
  action: AccountAction,
): AccountEntry {
  const { seq, hash: previousHash } = last ?? { seq: 0, hash: GENESIS_HASH };
  const entry = { ...action, seq: seq + 1, previousHash, hash: '' };
  return { ...entry, hash: hashOf(entry) };
}

/** The number of the first entry that does not fit into its whole trail; undefined when all do. */
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
