import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';

interface Times {
  readonly lookup: string;
  readonly connect: string;
  readonly tls: string;
  readonly firstByte: string;
}

export const deliveries = {
  list: 'Deliveries',
  heads: ['Event', 'State', 'Last response', 'Attempts', 'Time'],
  none: 'No deliveries. Every signature makes one, and so does a test event.',
  titleOf: (event: string) => `Delivery of ${event}`,
  testEvent: 'test event',
  noResponse: 'no response',
  states: {
    delivered: 'delivered',
    givenUp: 'given up',
    skipped: 'skipped',
    whySkipped: 'the endpoint was off, or too much waited for it',
    inProgress: 'being sent',
    failed: 'failed so far',
    waiting: 'waiting',
    nextAttempt: (time: Insert) => html`next attempt ${time}`,
  },
  facts: {
    state: 'State',
    endpoint: 'Endpoint',
    document: 'Document',
    noDocument: 'none: a test event',
    time: 'Time',
    id: 'ID',
  },
  resend: 'Resend',
  aboutResend: 'A resend has the same ID and the same bytes.',
  reload: 'Reload this page to see how it went.',
  attempts: 'Attempts',
  noAttempt: 'No attempt has ended yet.',
  attempt: (number: number, answer: Insert, { ms, time, trigger }: AttemptWords) =>
    html`Attempt ${number}: ${answer} in ${ms} ms, ${time}, ${trigger}`,
  triggers: {
    auto: 'on schedule',
    manual: 'resent by hand',
    recovery: 'again, because the attempt before it was cut off',
  },
  exchange: {
    address: 'Sent to',
    noAddress: 'no address',
    secret: 'Signed with secret',
    times: 'Timing',
    timesOf: ({ lookup, connect, tls, firstByte }: Times) =>
      `DNS ${lookup}, connected ${connect}, TLS ${tls}, first byte ${firstByte}`,
    sent: 'Request headers',
    answered: 'Response headers',
    noHeaders: 'none that are kept',
    body: 'Response body',
    cutBody: 'Beginning of the response body',
    empty: 'empty',
    none: 'Nothing could be sent, or the exchange is no longer kept: it is deleted after 30 days.',
  },
  body: 'Body',
  sentAs: (bytes: number) => `Sent as ${bytes} bytes, without these line breaks.`,
};

interface AttemptWords {
  readonly ms: number;
  readonly time: Insert;
  readonly trigger: string;
}
