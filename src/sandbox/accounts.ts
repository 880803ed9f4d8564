import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { oneAtATime } from './one-at-a-time.ts';
import { readIfThere, writeSynced } from './write-synced.ts';

const KnownAccount = Type.Object({ accountId: Type.String(), apiKey: Type.String() });
const Saved = Type.Array(KnownAccount);

/** An account made by the sandbox, with its key. */
interface KnownAccount {
  readonly accountId: string;
  readonly apiKey: string;
}

/** The accounts that the sandbox made, the first one being its own. */
export interface Accounts {
  all(): readonly KnownAccount[];
  add(account: KnownAccount): Promise<void>;
  clear(): Promise<void>;
}

/** Opens the list of accounts kept in a file, for its owner alone. */
export async function openAccounts(file: string): Promise<Accounts> {
  const text = await readIfThere(file);
  let known: readonly KnownAccount[] =
    text === undefined ? [] : Value.Decode(Saved, JSON.parse(text));
  const inTurn = oneAtATime();
  const save = async (accounts: readonly KnownAccount[]) => {
    await writeSynced(file, JSON.stringify(accounts, null, 2));
    known = accounts;
  };
  return {
    all: () => known,
    add: ({ accountId, apiKey }) => inTurn(() => save([...known, { accountId, apiKey }])),
    clear: () => inTurn(() => save([])),
  };
}
