import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Document, EsignClient } from '../../src/client/index.ts';
import { verifyWebhook } from '../../src/client/index.ts';
import { DELIVERY_HEADER } from '../../src/contract/webhooks/webhook-headers.ts';
import { makeTestFolder, runEsign } from '../support/cli/run-esign.ts';
import type { ServeWorld } from '../support/deployment/serve-world.ts';
import type { Received } from '../support/outbox/local-receiver.ts';
import { onConnection } from '../support/store/postgres.ts';

/** A mail that three faults befell is tried again after up to 12 minutes. */
const QUIET_MS = 900_000;
/** Documents that are spread over all. */
const VERIFIED = 10;

async function rowsOf<Row extends object>(
  { databaseUrl }: ServeWorld,
  query: string,
): Promise<Row[]> {
  return await onConnection(databaseUrl, async (client) => (await client.query<Row>(query)).rows);
}

const UNDONE = `
  SELECT CASE WHEN mail IS NULL THEN 'delivery' ELSE 'mail' END AS kind, state, attempts, error, count(*)
    FROM deliveries LEFT JOIN delivery_attempts ON delivery_seq = seq AND number = attempts
    WHERE state = 'failed' OR next_at < now() + interval '1 hour' GROUP BY 1, 2, 3, 4`;

/** Mails and deliveries that are due. */
export async function countDue(world: ServeWorld): Promise<number> {
  const query =
    "SELECT count(*)::int AS due FROM deliveries WHERE state = 'queued' AND next_at <= now()";
  const [row] = await rowsOf<{ due: number }>(world, query);
  return row?.due ?? 0;
}

/** Waits until no mail and no delivery is due any more; reminders are due in days. */
export async function waitUntilQuiet(world: ServeWorld): Promise<void> {
  // As text, so that a failure says which
  const undone = async () => JSON.stringify(await rowsOf(world, UNDONE));
  await expect.poll(undone, { timeout: QUIET_MS, interval: 1000 }).toBe('[]');
}

/** Every credit was charged once, and no document exists that nobody made. */
export async function accountForCredits(
  client: EsignClient,
  documents: readonly Document[],
  granted: number,
): Promise<void> {
  const listed = await client.documents.list().toArray();
  const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).sort();
  expect(namesOf(listed)).toEqual(namesOf(documents));
  expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
  const { documentId } = await client.documents.create(
    new URL('../fixtures/plain.pdf', import.meta.url).pathname,
  );
  await client.documents.addSigners(documentId, [
    { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' },
  ]);
  const { creditsRemaining } = await client.documents.send(documentId);
  const signers = documents.reduce((sum, document) => sum + document.signers.length, 1);
  expect(creditsRemaining).toBe(granted - signers);
}

/** Each signature and each completion was told, by deliveries that are signed. Returns how many came again. */
export function accountForEvents(
  documents: readonly Document[],
  received: readonly Received[],
  secret: string,
): number {
  const bodies = new Map<string, string>();
  for (const { headers, body } of received) {
    verifyWebhook(body, headers, secret);
    const id = String(headers[DELIVERY_HEADER.toLowerCase()]);
    expect(bodies.get(id) ?? String(body), `bytes of ${id}`).toBe(String(body));
    bodies.set(id, String(body));
  }
  const told = [...bodies.values()].map((body) => {
    const { event, documentId, signer } = JSON.parse(body);
    return `${documentId} ${event} ${signer?.signerId ?? ''}`;
  });
  const implied = documents.flatMap(({ documentId, signers }) => [
    ...signers.map(({ signerId }) => `${documentId} signer.signed ${signerId}`),
    `${documentId} document.completed `,
  ]);
  expect(told.sort()).toEqual(implied.sort());
  return received.length - bodies.size;
}

const MAILS = `
  SELECT id::text, error IS NULL AS sent FROM deliveries JOIN delivery_attempts ON delivery_seq = seq AND ok
    WHERE mail IS NOT NULL AND state = 'done'`;

/**
 * The mail server took each mail that is recorded as sent, and no other. One that it took from a process that was then
 * killed may be recorded as not needed any more. Returns how many it took again.
 */
export async function accountForMails(world: ServeWorld): Promise<number> {
  const { taken } = world.smtp;
  const ids = taken.map(({ source }) => /^Message-ID: <([^@>]+)@/im.exec(source)?.[1] ?? '');
  const mails = await rowsOf<{ id: string; sent: boolean }>(world, MAILS);
  const lost = mails.filter(({ id, sent }) => sent && !ids.includes(id));
  const unknown = ids.filter((id) => !mails.some((mail) => mail.id === id));
  expect({ lost, unknown }).toEqual({ lost: [], unknown: [] });
  return ids.length - new Set(ids).size;
}

/** What `esign admin check` found nothing wrong with, in its words. */
export async function inspect(world: ServeWorld): Promise<string> {
  const found = await world.admin('check');
  expect(found).toMatchObject({ code: 0, stdout: '' });
  expect(found.stderr).toMatch(
    /^\d+ documents, \d+ files with \d+ bytes: 0 contradictions, 0 notices\.\n$/,
  );
  return found.stderr.trim();
}

/** Some documents, spread over all. */
export function spread(documents: readonly Document[]): readonly Document[] {
  const step = Math.max(1, Math.floor(documents.length / VERIFIED));
  return documents.filter((_, at) => at % step === 0);
}

/** Documents are verified by `esign verify`, with their certificates. */
export async function verifyAll(
  world: ServeWorld,
  client: EsignClient,
  documents: readonly Document[],
): Promise<void> {
  const folder = await makeTestFolder();
  const pem = (der: Buffer) => new X509Certificate(der).toString();
  const [root, seal] = [join(folder, 'root.pem'), join(folder, 'seal.pem')];
  const { pki } = world.authority;
  await writeFile(root, pem(pki.root));
  await writeFile(seal, pem(pki.seal.certificate));
  const files: string[] = [];
  for (const { documentId } of documents) {
    const place = join(folder, documentId);
    const [signed, certificate] = [`${place}.pdf`, `${place}-certificate.pdf`];
    await (await client.documents.download(documentId)).toFile(signed);
    await (await client.documents.certificate(documentId)).toFile(certificate);
    files.push(signed, certificate);
  }
  const trust = ['--root', root, '--service-cert', seal];
  const verified = await runEsign(['verify', ...files, ...trust]);
  expect(verified, verified.stdout).toMatchObject({ code: 0 });
}
