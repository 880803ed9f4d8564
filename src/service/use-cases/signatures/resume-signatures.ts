import type { ServiceDeps } from '../deps.ts';
import { embedSignature } from './embed-signature.ts';

/**
 * Embeds the signatures whose answers were stored when the service stopped in between. Answers what went wrong with
 * some of them: those stay as they are, for the next resuming or their signer, and hold up neither others nor a start.
 */
export async function resumeSignatures(
  deps: Omit<ServiceDeps, 'pdf' | 'version' | 'seal'>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const { txn } of await deps.store.listReturned()) {
    await embedSignature(deps, txn).catch((error: unknown) => failures.push(error));
  }
  return failures;
}
