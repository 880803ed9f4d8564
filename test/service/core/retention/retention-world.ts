import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { ApiRequest } from '../../../../src/service/core/accounts/api-request.rules.ts';
import { requestIdAt } from '../../../../src/service/core/accounts/api-request.rules.ts';
import type { KeyCaller } from '../../../../src/service/core/accounts/authenticate.ts';
import { inspectRecords } from '../../../../src/service/core/inspect-records.ts';
import type { OutboxItem } from '../../../../src/service/core/outbox/outbox.rules.ts';
import { addMember } from '../../../../src/service/members/change-members.ts';
import { issueSignIn } from '../../../../src/service/members/sign-in/request-sign-in.ts';
import type { Browser } from '../../../../src/service/members/sign-in/sign-in.ts';
import { signIn } from '../../../../src/service/members/sign-in/sign-in.ts';
import type { Contradiction } from '../../../../src/service/store/upkeep/inspection.sql.ts';
import { sharedPdfWorkers } from '../../../support/pdf/pdf-worker.ts';
import type { SigningWorld } from '../../../support/service/signing-world.ts';
import { aDraft, openSigningWorld, send, signAs } from '../../../support/service/signing-world.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import { temporaryFolder } from '../../../support/store/database.ts';
import { openRawStore } from '../../../support/store/raw-store.ts';

/** The use cases' parts on a database that can be read behind the store's back, for all tests of a file. */
export async function openRetentionWorld() {
  const folder = await temporaryFolder();
  const { store, query } = await openRawStore();
  const pdf = await sharedPdfWorkers();
  const world = await openSigningWorld(folder.path, { store, pdf });
  afterAll(async () => {
    await world.close();
    await folder.remove();
  });
  return { world, query, deps: world.deps };
}

/** A document that its only signer has signed. */
export async function aCompletedDocument(world: SigningWorld, caller: KeyCaller) {
  const { documentId, signerId } = await aSent(world, caller);
  const problem = await signAs(world, signerId);
  if (problem !== null) throw new Error(`The signature failed: ${problem}.`);
  return { documentId, signerId };
}

/** A document that waits for its only signer. */
export async function aSent(world: SigningWorld, caller: KeyCaller) {
  const documentId = await aDraft(world, caller, 1);
  const { signers } = await send(world.deps, caller, documentId);
  return { documentId, signerId: signers[0]?.signerId ?? '' };
}

/** A member who signed in from somewhere, and has a passkey. */
export async function aSignedInMember(
  { deps }: SigningWorld,
  accountId: string,
  from: Browser,
): Promise<void> {
  const member = { email: 'member-test@example.in', role: 'owner' } as const;
  const { userId } = await addMember(deps, asOwner(accountId), member);
  const token = new URL(await issueSignIn(deps, userId)).pathname.split('/').at(-1) ?? '';
  await signIn(deps, { token }, from);
  const credential = { credentialId: 'credential-test', publicKey: Buffer.from('public-test') };
  const rest = { name: 'passkey-test', counter: 0, createdAt: deps.clock.now(), lastUsedAt: null };
  const passkey = { passkeyId: randomUUID(), userId, ...credential, ...rest };
  await deps.store.transaction((tx) => tx.insertPasskey(passkey));
}

const EXCHANGE = {
  requestHeaders: { 'x-test': 'header-test' },
  secretFingerprint: '00000000',
  remoteAddress: '192.0.2.77',
  times: { lookupMs: null, connectMs: null, tlsMs: null, firstByteMs: null },
  answerHeaders: {},
  truncated: false,
};

/** Logs an attempt whose receiver repeats what it was sent. */
export async function settle({ deps }: SigningWorld, item: OutboxItem): Promise<void> {
  const now = deps.clock.now();
  const failed = { ok: false, status: 500, error: 'http_500', durationMs: 1, retryAfterMs: null };
  const exchanged = { body: 'receiver-test Asha', exchange: EXCHANGE };
  const nothing = { body: null, exchange: null };
  const result = { ...failed, ...(item.kind === 'mail' ? nothing : exchanged) };
  const verdict = { state: 'queued', dueAt: now } as const;
  const attempt = { item, result, verdict, startedAt: now, endedAt: now, usesStep: true };
  await deps.store.settleOutbox([attempt]);
}

/** Leases all that is due. */
export const claimAll = ({ deps: { store, clock } }: SigningWorld): Promise<OutboxItem[]> =>
  store.claimOutbox({
    now: clock.now(),
    leaseUntil: new Date(clock.now().getTime() + 1000),
    limit: 100,
    perQueue: 100,
  });

/** A request as the log keeps it. */
export const aRequest = ({ account, keyId }: KeyCaller, at: Date): ApiRequest => ({
  requestId: requestIdAt(at, randomUUID()),
  accountId: account.accountId,
  keyId,
  at,
  method: 'GET',
  route: '/route-test',
  status: 200,
  error: null,
  durationMs: 1,
  documentId: null,
});

/** What `esign admin check` would find, but for work that is overdue: nobody does any here. */
export async function findingsOf({ deps }: SigningWorld): Promise<Contradiction[]> {
  const found: Contradiction[] = [];
  const onFinding = (finding: Contradiction) => {
    if (finding.kind !== 'overdue') found.push(finding);
  };
  await inspectRecords(deps, { isFast: false, onFinding });
  return found;
}

/** The names of all files of the store below a folder, `documents` or `trash`. */
export async function filesBelow({ filesFolder }: SigningWorld, below: string): Promise<string[]> {
  const entries = await readdir(join(filesFolder, below), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Which of the words stand in files outside of the trash. */
export async function wordsInFiles(
  world: SigningWorld,
  words: readonly string[],
): Promise<string[]> {
  const files = (await filesBelow(world, '.')).filter((path) => !path.includes('/trash/'));
  const texts = await Promise.all(files.map((path) => readFile(path, 'latin1')));
  return words.filter((word) => texts.some((text) => text.includes(word)));
}
