import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { signersIn, textField } from '../format/payload.ts';
import type {
  ForwardResult,
  ReceivedDelivery,
  ReceivedRequest,
  SignatureState,
} from './received-delivery.ts';

const DELIVERY_HEADER = 'x-service-delivery';
const ATTEMPT_HEADER = 'x-service-attempt';
const ATTEMPT = /^[1-9]\d{0,3}$/;

/** A request before it is known to be the first of its bytes. */
export type DescribedRequest = Omit<ReceivedRequest, 'number' | 'duplicateOf'>;

/** What a look at a request's body finds. */
interface Found {
  /** `Date.now()` when it came. */
  readonly receivedAtMs: number;
  readonly body: Buffer;
  readonly signature: SignatureState;
  /** The JSON of the body; null when it has none. */
  readonly payload: unknown;
}

/**
 * A delivery from its arrival to its report: one object, which is filled in on the way, instead of one for each step. What
 * only some listeners look at is worked out when they do.
 */
export class DeliveryRecord implements ReceivedDelivery {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly signature: SignatureState;
  readonly event: string | null;
  readonly documentId: string | null;
  readonly signers: ReceivedRequest['signers'];
  readonly #headers: IncomingMessage['headers'];
  readonly #receivedAtMs: number;
  number = 0;
  duplicateOf: ReceivedRequest['duplicateOf'] = null;
  status = 0;
  ackMs = 0;
  isSlow = false;
  isLate = false;
  isUnanswered = false;
  forward: ForwardResult | null = null;

  constructor(request: IncomingMessage, { receivedAtMs, body, signature, payload }: Found) {
    this.method = request.method ?? '';
    this.url = request.url ?? '';
    this.httpVersion = request.httpVersion;
    this.rawHeaders = request.rawHeaders;
    this.body = body;
    this.signature = signature;
    this.event = textField(payload, 'event');
    this.documentId = textField(payload, 'documentId');
    this.signers = signersIn(payload);
    this.#headers = request.headers;
    this.#receivedAtMs = receivedAtMs;
  }

  get receivedAt(): Date {
    return new Date(this.#receivedAtMs);
  }

  get bodySha256(): string {
    return hash('sha256', this.body, 'hex');
  }

  get deliveryId(): string | null {
    return this.#header(DELIVERY_HEADER);
  }

  get attempt(): number | null {
    const attempt = this.#header(ATTEMPT_HEADER) ?? '';
    return ATTEMPT.test(attempt) ? Number(attempt) : null;
  }

  #header(name: string): string | null {
    const value = this.#headers[name];
    return typeof value === 'string' && value !== '' ? value : null;
  }
}
