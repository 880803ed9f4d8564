import { WebhookSignatureError } from '../../../src/client/index.ts';

/** Why a delivery is refused; `accepted` when it is not. */
export function reasonOf(verify: () => unknown): string {
  try {
    verify();
  } catch (error) {
    if (error instanceof WebhookSignatureError) return error.reason;
    throw error;
  }
  return 'accepted';
}
