import { createHmac, randomUUID } from 'node:crypto';

/** What the server answers. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A request is refused. */
export const refused = (description: string): Answer => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST_ERROR', description } },
});

/** An HMAC-SHA256 as hexadecimal digits. */
export const sign = (secret: string, signed: string): string =>
  createHmac('sha256', secret).update(signed).digest('hex');

const OVER = ['cancelled', 'completed', 'expired'];

interface Plan {
  readonly id: string;
  readonly period: string;
  readonly interval: number;
  readonly item: { readonly amount: number; readonly currency: string };
}

interface SubscriptionEntity {
  readonly id: string;
  readonly entity: 'subscription';
  readonly plan_id: string;
  readonly short_url: string;
  readonly notes: unknown;
  status: string;
}

interface Invoice {
  readonly id: string;
  readonly subscription_id: string;
  payment_id: string | null;
  status: string;
  readonly amount: number;
  amount_paid: number;
  readonly currency: string;
  paid_at: number | null;
}

interface Asked {
  readonly method: string | undefined;
  readonly path: readonly (string | undefined)[];
  readonly query: URLSearchParams;
  readonly posted: Record<string, unknown>;
}

/** Plans, subscriptions and their invoices, by what Razorpay's documentation says of them. */
export class RazorpaySubscriptions {
  readonly #plans = new Map<string, Plan>();
  readonly #subscriptions = new Map<string, SubscriptionEntity>();
  readonly #invoices: Invoice[] = [];

  /** Adds a plan, monthly by default, and returns its id. */
  addPlan(amount: number, period = 'monthly'): string {
    const id = `plan_${randomUUID().slice(0, 14)}`;
    this.#plans.set(id, { id, period, interval: 1, item: { amount, currency: 'INR' } });
    return id;
  }

  get(id: string): SubscriptionEntity {
    const found = this.#subscriptions.get(id);
    if (!found) throw new Error(`There is no subscription ${id}.`);
    return found;
  }

  /** The customer agrees, a charge fails too often, and the like. */
  setStatus(id: string, status: string): void {
    this.get(id).status = status;
  }

  /** A month is charged; another sum than the plan's if it is given. Returns the id of the payment. */
  charge(id: string, paise?: number, paidAt = Date.now()): string {
    const { plan_id } = this.get(id);
    const { amount = 0, currency = 'INR' } = this.#plans.get(plan_id)?.item ?? {};
    const payment_id = `pay_${randomUUID().slice(0, 14)}`;
    const paid = { payment_id, status: 'paid', amount_paid: paise ?? amount };
    const paid_at = Math.floor(paidAt / 1000);
    const known = { id: `inv_${randomUUID().slice(0, 14)}`, subscription_id: id, amount, currency };
    this.#invoices.unshift({ ...known, ...paid, paid_at });
    this.setStatus(id, 'active');
    return payment_id;
  }

  /** A charge fails: its invoice stays unpaid. */
  fail(id: string): void {
    const { plan_id } = this.get(id);
    const { amount = 0, currency = 'INR' } = this.#plans.get(plan_id)?.item ?? {};
    const known = { id: `inv_${randomUUID().slice(0, 14)}`, subscription_id: id, amount, currency };
    const unpaid = { payment_id: null, status: 'issued', amount_paid: 0, paid_at: null };
    this.#invoices.unshift({ ...known, ...unpaid });
    this.setStatus(id, 'pending');
  }

  /** An event about a subscription, as it is delivered. */
  event(id: string, secret: string, event = 'subscription.charged') {
    const payload = { subscription: { entity: this.get(id) } };
    const body = Buffer.from(JSON.stringify({ event, payload }));
    const signature = sign(secret, body.toString());
    const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': randomUUID() };
    return { body, headers };
  }

  /** The query with which the browser comes back. */
  returnQuery(id: string, payment: string, secret: string): Record<string, string> {
    return {
      razorpay_payment_id: payment,
      razorpay_subscription_id: id,
      razorpay_signature: sign(secret, `${payment}|${id}`),
    };
  }

  /** The answer to a request about plans, subscriptions or invoices; undefined for others. */
  answer({ method, path, query, posted }: Asked): Answer | undefined {
    const [noun, id, verb] = path;
    if (noun === 'plans') return found(this.#plans.get(id ?? ''));
    if (noun === 'invoices') return this.#listInvoices(query);
    if (noun !== 'subscriptions') return undefined;
    if (id === undefined) return this.#create(posted);
    const known = this.#subscriptions.get(id);
    return method === 'POST' && verb === 'cancel' ? cancel(known) : found(known);
  }

  #create({ plan_id, total_count, start_at, expire_by, notes }: Record<string, unknown>): Answer {
    if (!this.#plans.has(String(plan_id))) return refused('The id provided does not exist');
    if (!(Number(total_count) >= 1)) return refused('The total count must be at least 1');
    const now = Date.now() / 1000;
    for (const [name, time] of Object.entries({ start_at, expire_by })) {
      if (time !== undefined && !(Number(time) > now)) return refused(`${name} must be ahead`);
    }
    const id = `sub_${randomUUID().slice(0, 14)}`;
    const short_url = `https://rzp.example.com/${id}`;
    const known = { id, entity: 'subscription' as const, plan_id: String(plan_id), short_url };
    this.#subscriptions.set(id, { ...known, notes, status: 'created' });
    return found(this.get(id));
  }

  #listInvoices(query: URLSearchParams): Answer {
    const of = this.#invoices.filter((one) => one.subscription_id === query.get('subscription_id'));
    const skip = Number(query.get('skip'));
    const items = of.slice(skip, skip + Math.min(Number(query.get('count') ?? 10), 100));
    return { status: 200, body: { entity: 'collection', count: items.length, items } };
  }
}

const found = (entity: unknown): Answer =>
  entity === undefined ? refused('The id provided does not exist') : { status: 200, body: entity };

function cancel(known: SubscriptionEntity | undefined): Answer {
  if (!known) return found(known);
  if (OVER.includes(known.status)) {
    return refused(`Subscription is not cancellable in ${known.status} status.`);
  }
  known.status = 'cancelled';
  return found(known);
}
