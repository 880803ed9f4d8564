import type { IncomingMessage } from 'node:http';
import { EVENT_HEADER, SIGNATURE_HEADER } from '../../client/index.ts';
import type { Sign } from '../../client/webhooks/verify-webhook.ts';
import { checkDelivery } from '../diagnose/check-delivery.ts';
import { parsePayload } from '../format/payload.ts';
import type { ContentKeys } from './content-keys.ts';
import { DeliveryRecord } from './delivery-record.ts';
import type { ReceiverOptions } from './receiver-options.ts';

/** What deliveries are looked at with. */
export interface Checks {
  readonly options: Pick<ReceiverOptions, 'secrets' | 'verify'>;
  readonly sign: Sign;
  readonly keys: ContentKeys;
}

/** A request whose body has come. */
interface WholeRequest {
  readonly request: IncomingMessage;
  /** `Date.now()` when it came. */
  readonly receivedAtMs: number;
  readonly body: Buffer;
}

const SIGNATURE = SIGNATURE_HEADER.toLowerCase();
const EVENT = EVENT_HEADER.toLowerCase();

/** The headers that count for a signature; Node has their names in small letters, so there is nothing to look for. */
class SignedHeaders {
  readonly #headers: IncomingMessage['headers'];

  constructor({ headers }: IncomingMessage) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name === SIGNATURE_HEADER ? SIGNATURE : EVENT];
    return typeof value === 'string' ? value : null;
  }
}

const secretsOf = ({ secrets, verify }: Checks['options']): readonly string[] => {
  if (!verify) return [];
  return typeof secrets === 'function' ? secrets() : secrets;
};

/** What came, once its signature is looked at, and a key that is the same for the same bytes. */
export function describeDelivery(
  { request, receivedAtMs, body }: WholeRequest,
  { options, sign, keys }: Checks,
): { record: DeliveryRecord; key: string } {
  const secrets = secretsOf(options);
  const { signature, payload } = options.verify
    ? checkDelivery({ rawBody: body, headers: new SignedHeaders(request), secrets }, sign)
    : ({ signature: { state: 'unchecked' }, payload: parsePayload(body) } as const);
  const record = new DeliveryRecord(request, { receivedAtMs, body, signature, payload });
  const shown = request.headers[SIGNATURE];
  return { record, key: keys.keyOf({ body, signature, shown, secrets }) };
}
