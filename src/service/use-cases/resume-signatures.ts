import type { ServiceDeps } from './deps.ts';
import { embedSignature } from './embed-signature.ts';

/** Embeds the signatures whose answers were stored when the service stopped in between. */
export async function resumeSignatures(
  deps: Omit<ServiceDeps, 'pdf' | 'version' | 'seal'>,
): Promise<void> {
  for (const { txn } of await deps.store.listReturned()) await embedSignature(deps, txn);
}
