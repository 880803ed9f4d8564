import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Type } from 'typebox';
import { newWebhookSecret } from '../contract/webhooks/webhook-signature.ts';
import type { Clock } from '../service/index.ts';
import { readSaved, writeOnce, writeSynced } from './saved-files.ts';

/** Runs tasks one after another, in order. A failed task does not block the next. */
export function createMutex(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result;
    return result;
  };
}

const SavedClock = Type.Object({ offsetMs: Type.Integer({ minimum: 0 }) });

/** A clock that can be moved forward. Its offset survives restarts. */
export interface AdjustableClock extends Clock {
  advance(ms: number): Promise<Date>;
  reset(): Promise<void>;
}

export async function openClock(file: string): Promise<AdjustableClock> {
  let { offsetMs } = (await readSaved(file, SavedClock)) ?? { offsetMs: 0 };
  const exclusively = createMutex();
  const now = () => new Date(Date.now() + offsetMs);
  const save = async (offset: number) => {
    await writeSynced(file, `${JSON.stringify({ offsetMs: offset })}\n`);
    offsetMs = offset;
    return now();
  };
  return {
    now,
    advance: (ms) => exclusively(() => save(offsetMs + ms)),
    async reset() {
      await exclusively(() => save(0));
    },
  };
}

interface KnownAccount {
  readonly accountId: string;
  readonly apiKey: string;
}

const SavedAccounts = Type.Array(Type.Object({ accountId: Type.String(), apiKey: Type.String() }));

/** The accounts that the sandbox created, its own first. */
export interface Accounts {
  all(): readonly KnownAccount[];
  add(account: KnownAccount): Promise<void>;
  clear(): Promise<void>;
}

export async function openAccounts(file: string): Promise<Accounts> {
  let known: readonly KnownAccount[] = (await readSaved(file, SavedAccounts)) ?? [];
  const exclusively = createMutex();
  const save = async (accounts: readonly KnownAccount[]) => {
    await writeSynced(file, JSON.stringify(accounts, null, 2));
    known = accounts;
  };
  return {
    all: () => known,
    add: ({ accountId, apiKey }) => exclusively(() => save([...known, { accountId, apiKey }])),
    clear: () => exclusively(() => save([])),
  };
}

const SECRET_BYTES = 32;
const KEY_BYTES = 24;

const SavedKeys = Type.Object({
  secret: Type.String(),
  apiKey: Type.String(),
  webhookSecret: Type.String(),
});

/** Kept over restarts and resets. */
export interface ServiceKeys {
  /** 32 bytes that authorise links. */
  readonly secret: Buffer;
  readonly apiKey: string;
  readonly webhookSecret: string;
}

/** Creates them the first time. */
export async function openServiceKeys(dataDir: string): Promise<ServiceKeys> {
  const file = join(dataDir, 'service.json');
  const newKeys = {
    secret: randomBytes(SECRET_BYTES).toString('base64'),
    apiKey: `sk_test_${randomBytes(KEY_BYTES).toString('base64url')}`,
    webhookSecret: newWebhookSecret(),
  };
  await writeOnce(file, JSON.stringify(newKeys, null, 2));
  const saved = (await readSaved(file, SavedKeys)) ?? newKeys;
  return { ...saved, secret: Buffer.from(saved.secret, 'base64') };
}
