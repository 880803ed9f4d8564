import { expect } from 'vitest';
import { EsignClient } from '../../../src/client/index.ts';
import { driveSigning } from '../../../src/sandbox/control/drive-signing.ts';
import type { openServeWorld } from '../deployment/serve-world.ts';

const PDF = new URL('../../fixtures/plain.pdf', import.meta.url).pathname;
const ASHA = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };

/** Has a signer sign a document of a deployment, through the pages. */
export async function aCompletedDocument(
  world: Awaited<ReturnType<typeof openServeWorld>>,
): Promise<{ apiKey: string; documentId: string }> {
  const { apiKey } = await world.addAccount();
  const { documents } = new EsignClient({ baseUrl: world.publicUrl, apiKey });
  const { documentId } = await documents.create(PDF);
  await documents.addSigners(documentId, [ASHA]);
  const signUrl = (await documents.send(documentId)).signers[0]?.signUrl ?? '';
  const readCode = (reference: string) =>
    world.authority.phone.messages().findLast((one) => one.reference === reference)?.code;
  await driveSigning({ signUrl, identity: ASHA.name, readCode });
  const statusOf = async () => (await documents.retrieve(documentId)).status;
  await expect.poll(statusOf, { timeout: 30_000 }).toBe('COMPLETED');
  return { apiKey, documentId };
}
