import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openJournal } from '../../src/sandbox/authority/journal.ts';
import { openAuthority } from '../../src/sandbox/authority/open-authority.ts';
import { openPki } from '../../src/sandbox/authority/pki.ts';
import { createTestPhone } from '../../src/sandbox/authority/test-phone.ts';
import { openClock } from '../../src/sandbox/clock.ts';

/** A folder that is gone once the test is over. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What a request says unless told otherwise. */
export const aRequest = (time: Date) => ({
  type: 'signature-request',
  txn: `ESIGN-${randomBytes(8).toString('hex')}`,
  inputHash: randomBytes(32).toString('hex'),
  documentName: 'Lease agreement',
  signerName: 'Asha Rao',
  returnUrl: 'http://127.0.0.1:4010/gateway/return',
  time: time.toISOString(),
});

/** A request as the browser carries it. */
export function signRequest(content: unknown, key: KeyObject): string {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  return `${body.toString('base64url')}.${sign(null, body, key).toString('base64url')}`;
}

/** An authority in a folder of its own, with the key that it knows a service by. */
export async function anAuthority(folder?: string) {
  const dataDir = folder ?? (await aFolder());
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const clock = await openClock(join(dataDir, 'clock.json'));
  const pki = await openPki(dataDir, clock.now());
  const journal = await openJournal(join(dataDir, 'authority.jsonl'));
  const phone = createTestPhone();
  const options = { pki, serviceKey: publicKey, phone, journal, clock };
  const authority = openAuthority(options);
  const open = (change: Record<string, unknown> = {}) =>
    authority.open(signRequest({ ...aRequest(clock.now()), ...change }, privateKey));
  return { dataDir, privateKey, clock, pki, phone, journal, authority, open };
}
