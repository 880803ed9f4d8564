import { expect } from 'vitest';
import { EsignClient } from '../../../src/client/index.ts';
import { driveSigning } from '../../../src/sandbox/control/drive-signing.ts';
import type { ServeWorld } from './serve-world.ts';

const PDF = new URL('../../fixtures/plain.pdf', import.meta.url).pathname;
export const ASHA = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };
export const RAVI = { name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9876501234' };

/** Finds the code that some authority sent to a phone. */
export const codesOf =
  (...authorities: readonly Pick<ServeWorld['authority'], 'phone'>[]) =>
  (reference: string): string | undefined =>
    authorities
      .flatMap(({ phone }) => phone.messages())
      .findLast((one) => one.reference === reference)?.code;

/** Who sends the fixture with a key: to the deployment, or to one process of it. */
export function senderOf(baseUrl: string, apiKey: string) {
  const { documents } = new EsignClient({ baseUrl, apiKey });
  const create = async () => (await documents.create(PDF)).documentId;
  const send = async (signers = [ASHA], name?: string) => {
    const { documentId } = await documents.create(PDF, name === undefined ? {} : { name });
    await documents.addSigners(documentId, signers);
    const sent = await documents.send(documentId);
    const links = sent.signers.map(({ signUrl }) => signUrl ?? '');
    return { documentId, links, signers: sent.signers };
  };
  const untilCompleted = async (documentId: string) => {
    const statusOf = async () => (await documents.retrieve(documentId)).status;
    await expect.poll(statusOf, { timeout: 60_000 }).toBe('COMPLETED');
  };
  return { documents, create, send, untilCompleted };
}

/** Has a signer sign a document of a new account, through the pages. */
export async function aCompletedDocument(world: ServeWorld) {
  const { apiKey } = await world.addAccount();
  const { documents, send, untilCompleted } = senderOf(world.publicUrl, apiKey);
  const { documentId, links } = await send();
  const readCode = codesOf(world.authority);
  await driveSigning({ signUrl: links[0] ?? '', identity: ASHA.name, readCode });
  await untilCompleted(documentId);
  return { apiKey, documentId, documents };
}
