import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { newWebhookSecret } from '../contract/webhooks/webhook-signature.ts';
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
export async function openClock(file: string) {
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
    advance: (ms: number) => exclusively(() => save(offsetMs + ms)),
    async reset() {
      await exclusively(() => save(0));
    },
  };
}

const SavedAccounts = Type.Array(Type.Object({ accountId: Type.String(), apiKey: Type.String() }));
type KnownAccount = Static<typeof SavedAccounts>[number];

/** The accounts that the sandbox created, its own first. */
export async function openAccounts(file: string) {
  let known: readonly KnownAccount[] = (await readSaved(file, SavedAccounts)) ?? [];
  const exclusively = createMutex();
  const save = async (accounts: readonly KnownAccount[]) => {
    await writeSynced(file, JSON.stringify(accounts, null, 2));
    known = accounts;
  };
  return {
    all: () => known,
    add: ({ accountId, apiKey }: KnownAccount) =>
      exclusively(() => save([...known, { accountId, apiKey }])),
    clear: () => exclusively(() => save([])),
  };
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

const SECRET_BYTES = 32;
const KEY_BYTES = 24;

const SavedKeys = Type.Object({
  secret: Type.String(),
  apiKey: Type.String(),
  webhookSecret: Type.String(),
});

/** Creates them the first time, and keeps them over resets. `secret` authorises links. */
export async function openServiceKeys(dataDir: string) {
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

export type ServiceKeys = Awaited<ReturnType<typeof openServiceKeys>>;
