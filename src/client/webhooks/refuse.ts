import type { WebhookProblem } from './webhook-signature-error.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** Apart from the class, which the entries of the package share by its name alone. */
export function refuse(reason: WebhookProblem): never {
  throw new WebhookSignatureError(reason);
}
