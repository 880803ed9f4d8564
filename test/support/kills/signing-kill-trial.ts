import { expect, onTestFinished } from 'vitest';
import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { findCaller, hashApiKey } from '../../../src/service/core/accounts/authenticate.ts';
import { createAccount } from '../../../src/service/core/accounts/create-account.ts';
import { REMINDER_DAYS } from '../../../src/service/core/mails/mail-notice.rules.ts';
import { resumeSignatures } from '../../../src/service/core/signing/resume-signatures.ts';
import { openEmbeddedStore } from '../../../src/service/store/embedded/open-embedded.ts';
import { addEndpoint } from '../../../src/service/webhooks/manage-endpoints.ts';
import { pdfWorkerScript } from '../pdf/pdf-worker.ts';
import { factsOf, QueuedItems, soundSignatures } from '../service/document-facts.ts';
import type { SigningWorld } from '../service/signing-world.ts';
import { openSigningWorld } from '../service/signing-world.ts';
import { asOwner } from '../sign-in/callers.ts';
import { embeddedOptions, MIGRATIONS, SEAL_KEY, temporaryFolder } from '../store/database.ts';
import { bundleVictim } from './bundle-victim.ts';
import { killVictim, startVictim } from './victim.ts';

const VICTIM = new URL('./signing-victim.ts', import.meta.url);
const LONGEST_PAUSE_MS = 300;
const CREDITS = 100_000;

async function open(folder: string): Promise<SigningWorld> {
  const store = await openEmbeddedStore(await embeddedOptions(`${folder}/database`));
  const pdf = startPdfWorkers({ script: await pdfWorkerScript(), size: 1 });
  return await openSigningWorld(folder, { store, pdf });
}

async function openAccount(folder: string): Promise<string> {
  const world = await open(folder);
  const account = { name: 'Northwind Homes', credits: CREDITS, subscription: 'active' } as const;
  const { accountId, apiKey } = await createAccount(world.deps, account);
  await addEndpoint(world.deps, asOwner(accountId), { url: 'https://hooks.example.com/esign' });
  await world.close();
  return apiKey;
}

const count = (all: readonly string[], one: string) => all.filter((item) => item === one).length;

/** Charges, trail, outbox and files tell the same of a document; answers the credits that it took. */
async function expectAgreement({ deps }: SigningWorld, documentId: string): Promise<number> {
  const queued = new QueuedItems(deps.store, documentId);
  const { status, audit, mails, events, ...facts } = await factsOf(deps, queued, documentId);
  const signers = facts.signed.length;
  const signatures = facts.signed.filter(Boolean).length;
  const sent = status === 'PENDING' ? 0 : 1;
  const completed = status === 'COMPLETED' ? 1 : 0;
  /** Signers whose turn came: all but the first were told so, and reminders wait for each. */
  const turns = sent * Math.min(signatures + 1, signers);
  const told = {
    auditBreak: facts.auditBreak,
    files: [facts.prepared, facts.head],
    charges: count(audit, 'credits.deducted'),
    sent: count(audit, 'document.sent'),
    links: new Set(mails.filter((mail) => mail.startsWith('signing-link'))).size,
    mails: mails.length,
    signed: count(audit, 'signer.signed'),
    embedded: count(audit, 'signature.embedded'),
    sound: await soundSignatures(deps, documentId),
    events,
  };
  const file = sent ? 'whole' : 'none';
  expect(told, documentId).toEqual({
    auditBreak: undefined,
    files: [file, file],
    charges: sent,
    sent,
    links: sent * signers,
    mails: (sent + completed) * signers + Math.max(turns - 1, 0) + REMINDER_DAYS.length * turns,
    signed: signatures,
    embedded: signatures,
    sound: signatures,
    events: [
      ...Array(signatures).fill('signer.signed'),
      ...Array(completed).fill('document.completed'),
    ],
  });
  expect(completed, documentId).toBe(sent && signers === signatures ? 1 : 0);
  return sent * signers;
}

/**
 * Kills processes that send and sign, then compares ledger, trail, outbox and files. `lives` are the lines that each
 * process prints before it is killed; one of them must be long enough for a signature.
 */
export async function killSigning(lives: readonly number[]): Promise<void> {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const script = await bundleVictim(VICTIM);
  onTestFinished(script.remove);
  const apiKey = await openAccount(folder);
  const worker = String(await pdfWorkerScript());
  const args = [folder, String(MIGRATIONS), worker, apiKey, SEAL_KEY.toString('hex')];
  const said: string[] = [];
  for (const done of lives) {
    const moment = { done, longestPauseMs: LONGEST_PAUSE_MS };
    said.push(...(await killVictim(startVictim(script.path, args), moment)));
  }

  const world = await open(folder);
  onTestFinished(() => world.close());
  await resumeSignatures(world.deps);
  const now = new Date(Date.now() + 3600_000);
  expect(await world.deps.store.claimAttempt({ now, leaseUntil: now })).toBeUndefined();
  const { account } = await findCaller(world.deps, hashApiKey(apiKey));
  const { accountId } = account;
  const all = { accountId, query: { kind: 'all' }, limit: 10_000 } as const;
  const documents = await world.deps.store.findDocuments(all);
  let charged = 0;
  for (const { documentId } of documents) charged += await expectAgreement(world, documentId);
  expect(await world.deps.store.creditBalance(account.accountId)).toBe(CREDITS - charged);
  await expectKept(world, said);
}

/** What a process said before it was killed still stands. */
async function expectKept({ deps }: SigningWorld, said: readonly string[]): Promise<void> {
  const claims = said.map((line) => line.split(' '));
  expect(new Set(claims.map(([verb]) => verb))).toEqual(new Set(['ready', 'sent', 'signed']));
  for (const [verb, documentId = '', signerId] of claims) {
    if (verb === 'ready') continue;
    const document = await deps.store.findDocument(documentId);
    expect(document?.sentAt, documentId).toBeInstanceOf(Date);
    const signer = document?.signers.find((one) => one.signerId === signerId);
    if (verb === 'signed') expect(signer?.signedAt, documentId).toBeInstanceOf(Date);
  }
}
