import type { ExtraEventType } from '../../../../contract/webhooks/webhook-headers.ts';
import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { counted } from './common.words.ts';

interface Times {
  readonly lookup: string;
  readonly connect: string;
  readonly tls: string;
  readonly firstByte: string;
}

export const deliveries = {
  list: 'Deliveries',
  heads: {
    event: 'Event',
    state: 'State',
    response: 'Last response',
    attempts: 'Attempts',
    time: 'Time',
  },
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

export const webhooks = {
  title: 'Webhooks',
  titleOfOne: 'Webhook endpoint',
  list: 'Webhook endpoints',
  heads: ['Endpoint', 'State', 'Added'],
  count: (has: number, most: number) => `${has} of at most ${counted(most, 'endpoint')}`,
  none: html`No endpoints yet. To see events on your own machine first: <code>esign webhook listen</code>`,
  add: {
    heading: 'Add an endpoint',
    address: 'URL',
    example: 'https://hooks.example.in/esign',
    hint: 'It receives signer.signed and document.completed of this account from now on, signed with a secret of its own.',
    button: 'Add endpoint',
  },
  events: {
    heading: 'Events',
    also: 'Also send',
    about: {
      'signer.opened': 'a signer opens their link for the first time',
      'signer.declined': 'a signer declines',
      'document.withdrawn': 'a document is withdrawn',
      'document.expired': 'the links of a document expire',
    } satisfies Readonly<Record<ExtraEventType, string>>,
    hint: 'Your handler must expect these: they are not part of the API’s specification.',
    button: 'Save events',
  },
  added: 'The endpoint was added',
  toEndpoint: 'To the endpoint',
  health: {
    on: 'on',
    off: 'off',
    since: (time: Insert) => html`since ${time}: `,
    gone: 'it responded 410 Gone, which asks us to stop sending',
    failing: (failures: number) =>
      `its last ${failures} attempts failed, and nothing was delivered for five days`,
    byHand: 'switched off by hand',
    failed: (failures: number) => `${counted(failures, 'attempt')} failed since the last success`,
  },
  facts: {
    address: 'URL',
    state: 'State',
    id: 'ID',
    added: 'Added',
    events: 'Events',
    secret: 'Secret',
    nextSecret: 'Next secret',
    fingerprint: (digits: string) => html`SHA-256 begins with <code>${digits}</code>`,
    nextFingerprint: (digits: string) =>
      html`SHA-256 begins with <code>${digits}</code>; not active yet`,
  },
  all: 'All endpoints',
  recover: {
    heading: 'Recover',
    about: 'Sends again what was given up or skipped, with the same IDs and bytes.',
    whileOff:
      'While the endpoint is off, nothing is sent to it. Switch it on, then recover what it missed.',
    label: 'Events of',
    ranges: {
      '1h': 'the last hour',
      '24h': 'the last 24 hours',
      '3d': 'the last 3 days',
      '7d': 'the last 7 days',
      '30d': 'the last 30 days',
    },
    also: 'Also those that were delivered',
    button: 'Recover',
    unknown: 'Choose how far back to recover.',
    nothing: {
      title: 'Nothing to recover',
      words:
        'Nothing was given up or skipped in that time. Test events are not recovered: resend them one by one.',
    },
    queued: (count: number, hasMore: boolean) => ({
      title: 'Recovering',
      words: `${count === 1 ? '1 delivery is' : `${count} deliveries are`} queued for another attempt.${hasMore ? ' There are more: recover again once these are through.' : ''}`,
    }),
  },
  test: {
    heading: 'Send a test event',
    about: 'It is sent once, even while the endpoint is off, and belongs to no document.',
    label: 'Event',
    button: 'Send test event',
  },
  secrets: {
    heading: 'Secret',
    show: 'Show secret',
    rotation:
      'To change it, create a next secret, let your receiver accept both, then activate the next one.',
    next: 'Create next secret',
    another: 'Create another next secret',
    activate: 'Activate next secret',
    leak: 'After a leak, replace it immediately. Your receiver refuses what we send until it has the new one.',
    replace: 'Replace now',
    keepSafe: 'Your receiver verifies deliveries with it. Keep it as safe as a password.',
    shown: 'Secret of the endpoint',
    made: 'The secret was created',
    names: {
      first: 'Its secret',
      current: 'Secret',
      next: 'Next secret, not active yet',
      replaced: 'Its secret from now on',
    },
  },
  switchOn: {
    heading: 'Switch on',
    about: 'Waiting deliveries are sent immediately, and earlier failures are forgotten.',
  },
  switchOff: {
    heading: 'Switch off',
    about:
      'You can recover the events of that time later. Only the first 20 are listed, as skipped.',
  },
  remove: {
    heading: 'Remove',
    about:
      'What waits for this endpoint is given up, and its deliveries are no longer listed. This cannot be undone.',
    confirm: 'I want to remove this endpoint',
    button: 'Remove endpoint',
    unconfirmed: 'Nothing was removed: tick the box above the button to confirm.',
  },
};
