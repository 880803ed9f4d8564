import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Answer } from './razorpay-subscriptions.ts';
import { RazorpaySubscriptions, refused, sign } from './razorpay-subscriptions.ts';

/** Keys of a merchant who does not exist. */
export const RAZORPAY_KEYS = {
  keyId: 'rzp_test_TEST',
  keySecret: 'key-secret-TEST',
  webhookSecret: 'webhook-secret-TEST',
};

/** What becomes of the next request: it is carried out and its answer lost, or it is answered 503 or 409 and not carried out. */
export type RazorpayFault = 'cut' | 'unavailable' | 'running';

interface Link {
  readonly id: string;
  readonly reference_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly short_url: string;
  status: string;
  payments: { payment_id: string; amount: number; status: string; created_at: number }[] | null;
}

interface Refunded {
  readonly id: string;
  readonly amount: number;
  readonly payment_id: string;
  readonly receipt: string;
  status: string;
}

/** A server that speaks the documented interface of Razorpay: payment links, refunds and subscriptions, by what its documentation says. */
export class RazorpayServer {
  readonly #links: Link[] = [];
  readonly #refunds = new Map<string, Refunded & { readonly key: string }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly subscriptions = new RazorpaySubscriptions();
  /** The next requests' faults, first one first. */
  readonly faults: RazorpayFault[] = [];
  /** What was asked for: method and path. */
  readonly asked: string[] = [];
  /** The last body that was posted. */
  posted: Record<string, unknown> = {};
  /** The state that new refunds begin in. */
  refundStatus = 'processed';
  url = '';

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  link(orderId: string): Link {
    const link = this.#links.find((one) => one.reference_id === orderId);
    if (!link) throw new Error(`There is no link for ${orderId}.`);
    return link;
  }

  /** A customer pays; another sum than the link's if it is given. */
  pay(orderId: string, paise?: number): void {
    const link = this.link(orderId);
    link.status = 'paid';
    const payment_id = `pay_${randomUUID().slice(0, 14)}`;
    const created_at = Math.floor(Date.UTC(2026, 10, 20, 12) / 1000);
    const amount = paise ?? link.amount;
    link.payments = [{ payment_id, amount, status: 'captured', created_at }];
  }

  /** The query with which the browser comes back. */
  returnQuery(orderId: string, secret = RAZORPAY_KEYS.keySecret): Record<string, string> {
    const { id, reference_id, status, payments } = this.link(orderId);
    const parts = [id, reference_id, status, payments?.[0]?.payment_id ?? ''];
    return {
      razorpay_payment_link_id: id,
      razorpay_payment_link_reference_id: reference_id,
      razorpay_payment_link_status: status,
      razorpay_payment_id: parts[3] ?? '',
      razorpay_signature: sign(secret, parts.join('|')),
    };
  }

  /** An event about a link, as it is delivered. */
  event(orderId: string, secret = RAZORPAY_KEYS.webhookSecret) {
    const payload = { payment_link: { entity: this.link(orderId) } };
    const body = Buffer.from(JSON.stringify({ event: 'payment_link.paid', payload }));
    const signature = sign(secret, body.toString());
    const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': randomUUID() };
    return { body, headers };
  }

  /** All refunds that were made. */
  refunds(): Refunded[] {
    return [...this.#refunds.values()];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const fault = this.faults.shift();
    this.asked.push(`${request.method} ${request.url}`);
    const answer =
      fault === 'unavailable' || fault === 'running' ? failed(fault) : this.#answer(request, body);
    if (fault === 'cut') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  }

  #answer({ method, url = '', headers }: IncomingMessage, body: string): Answer {
    const basic = Buffer.from(`${RAZORPAY_KEYS.keyId}:${RAZORPAY_KEYS.keySecret}`);
    if (headers.authorization !== `Basic ${basic.toString('base64')}`) {
      return { status: 401, body: { error: { description: 'Authentication failed' } } };
    }
    const { pathname, searchParams } = new URL(url, this.url);
    const [, , noun, id, verb] = pathname.split('/');
    if (method === 'POST') this.posted = JSON.parse(body);
    const path = pathname.split('/').slice(2);
    const known = { method, path, query: searchParams, posted: this.posted };
    const subscription = this.subscriptions.answer(known);
    if (subscription) return subscription;
    if (noun === 'payment_links') {
      return method === 'POST' ? this.#create() : this.#list(searchParams.get('reference_id'));
    }
    if (verb === 'refund') return this.#refund(id ?? '', String(headers['x-refund-idempotency']));
    if (verb === 'refunds') {
      return {
        status: 200,
        body: { items: this.refunds().filter((one) => one.payment_id === id) },
      };
    }
    const found = this.refunds().find((one) => one.id === id);
    return found ? { status: 200, body: found } : refused('The id provided does not exist');
  }

  #list(reference: string | null): Answer {
    const payment_links = this.#links.filter((one) => one.reference_id === reference);
    return { status: 200, body: { payment_links } };
  }

  #create(): Answer {
    const { amount, currency, reference_id, expire_by } = this.posted;
    if (typeof amount !== 'number' || amount < 100)
      return refused('The amount must be at least INR 1.00');
    if (typeof expire_by !== 'number') return refused('expire_by is no time');
    if (typeof reference_id !== 'string' || reference_id.length > 40)
      return refused('bad reference');
    if (this.#links.some((one) => one.reference_id === reference_id)) {
      return refused('payment link with given reference_id already exists');
    }
    const id = `plink_${randomUUID().slice(0, 14)}`;
    const short_url = `https://rzp.example.com/${id}`;
    const link = { id, reference_id, amount, currency: String(currency), short_url };
    this.#links.push({ ...link, status: 'created', payments: null });
    return { status: 200, body: this.#links.at(-1) };
  }

  #refund(paymentId: string, key: string): Answer {
    const { amount, receipt } = this.posted;
    const payment = this.#links
      .flatMap(({ payments }) => payments ?? [])
      .find((one) => one.payment_id === paymentId);
    if (!payment) return refused(`${paymentId} is not a valid id`);
    if (key.length < 10) return refused('the idempotency key is too short');
    const known = this.#refunds.get(key);
    if (known) return { status: 200, body: known };
    const made = this.refunds().filter((one) => one.payment_id === paymentId);
    const sum = made.reduce((total, one) => total + one.amount, Number(amount));
    if (sum > payment.amount)
      return refused('The refund amount provided is greater than amount captured');
    const id = `rfnd_${randomUUID().slice(0, 14)}`;
    const refund = {
      id,
      amount: Number(amount),
      payment_id: paymentId,
      receipt: String(receipt),
      key,
    };
    this.#refunds.set(key, { ...refund, status: this.refundStatus });
    return { status: 200, body: this.#refunds.get(key) };
  }
}

const failed = (fault: 'unavailable' | 'running'): Answer => ({
  status: fault === 'running' ? 409 : 503,
  body: { error: { description: 'later' } },
});
