import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { counted } from './counted.ts';

export const home = {
  title: 'Home',
  steps: {
    heading: (done: number, of: number) => `Your first document: ${done} of ${of}`,
    done: '(done)',
    key: {
      label: 'Create an API key',
      how: (keys: Insert) => html`Create one under ${keys}. Then give it to the command line:`,
      ask: 'Ask an owner or a developer of the account to create one. Then give it to the command line:',
    },
    create: { label: 'Create a document', how: 'This command creates a document and sends it:' },
    send: {
      label: 'Send it to a signer',
      how: (name: Insert) => html`${name} is a draft. This command sends it:`,
      addSigner: (name: Insert) =>
        html`${name} is a draft without signers. These commands add one and send it:`,
    },
    complete: {
      label: 'Get it signed',
      how: (name: Insert) =>
        html`The signers of ${name} sign through the links in their emails. This command shows how far they are:`,
      again:
        'No document waits for a signature now. This command creates another one and sends it:',
    },
  },
  figures: {
    credits: 'Credits',
    buy: 'Buy credits',
    access: 'API access',
    trial: 'Start a trial',
    subscribe: 'Buy a month',
    drafts: 'Drafts',
    of: (has: number, most: number) => `${has} of ${most}`,
    size: (count: string, megabytes: string) => `${count}, ${megabytes} MB`,
  },
  waiting: {
    heading: (count: string) => `Waiting for signatures: ${count}`,
    none: 'No document waits for a signature.',
    send: 'This command creates and sends one:',
    progress: (signed: number, of: number) => `${signed} of ${of} signed`,
    since: (duration: string) => `for ${duration}`,
    all: 'All waiting documents',
  },
  failed: {
    heading: (count: string) => `Failed deliveries: ${count}`,
    none: 'Nothing failed in the last 7 days.',
    noEndpoint: 'There is no webhook endpoint yet. This command shows events on your own machine:',
    about: 'Of the last 7 days, among the newest 1,000 deliveries of each endpoint.',
    item: (event: Insert, host: string, answer: string | number) =>
      html`${event} to ${host}: ${answer}`,
    noAnswer: 'no response',
    next: (time: Insert) => html`next attempt ${time}`,
    givenUp: (tries: number) => `given up after ${counted(tries, 'attempt')}`,
    inProgress: 'being sent',
    all: 'All endpoints',
  },
  orMore: (count: number) => `${count} or more`,
};
