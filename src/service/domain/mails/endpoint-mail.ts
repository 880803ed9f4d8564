import type { Account } from '../account.ts';
import type { Mail } from '../outbox.ts';
import type { WebhookEndpoint } from '../webhook-endpoint.ts';
import type { Letter } from './letter.ts';
import { dayIn } from './letter.ts';
import { htmlOf } from './letter-html.ts';
import { textOf } from './letter-text.ts';
import { oneLine } from './safe-text.ts';

/** What a mail about an endpoint that was switched off tells. */
export interface EndpointMailFacts {
  readonly to: string;
  readonly account: Pick<Account, 'name'>;
  readonly endpoint: WebhookEndpoint;
  readonly isTest: boolean;
  readonly now: Date;
}

/** The address without what may be secret in it. */
function addressOf({ url }: WebhookEndpoint): string {
  const { origin, pathname } = new URL(url);
  return oneLine(`${origin}${pathname}`);
}

function reasonOf({ disabledReason, health }: WebhookEndpoint): string {
  if (disabledReason === 'gone')
    return 'It answered 410 Gone, which says that nothing is to be sent there again.';
  return `The last ${health.failures} tries to deliver an event there failed, and nothing was delivered for five days.`;
}

function stepsOf({ endpointId }: WebhookEndpoint, isTest: boolean): string[] {
  const command = (words: string) => (isTest ? `: esign sandbox webhook ${words}` : '.');
  return [
    'Find out why the address does not answer with a status from 200 to 299 within 10 seconds.',
    `Try it${command(`test ${endpointId}`)}`,
    `Switch the endpoint on${command(`enable ${endpointId}`)}`,
    `Have sent again what failed or was skipped meanwhile${command(`resend --endpoint ${endpointId} --since 7d`)}`,
  ];
}

function letterOf({ account, endpoint, isTest, now }: EndpointMailFacts): Letter {
  const address = addressOf(endpoint);
  const since = dayIn('en', endpoint.disabledAt ?? now);
  const paragraphs = [
    `On ${since} the webhook endpoint ${address} was switched off. ${reasonOf(endpoint)}`,
    'Signing goes on as before. Events since then are kept, and are sent nowhere until you say so.',
  ];
  return {
    language: 'en',
    subject: 'A webhook endpoint was switched off',
    preview: paragraphs.join(' '),
    below: '',
    test: 'TEST: this is about a sandbox, where nothing binds anybody.',
    title: 'A webhook endpoint was switched off',
    paragraphs: [`Hello ${oneLine(account.name)},`, ...paragraphs],
    action: '',
    orOpen: '',
    signersTitle: '',
    signers: [],
    stepsTitle: 'What to do',
    steps: stepsOf(endpoint, isTest),
    cautions: [`The endpoint’s id is ${endpoint.endpointId}.`],
    footer: 'esign sent this mail automatically. Answers to this address are not read.',
  };
}

/** Writes the mail that tells an account that an endpoint was switched off: in English, as its API and commands are. */
export function endpointMail(facts: EndpointMailFacts): Mail {
  const { to, account, endpoint, isTest, now } = facts;
  const letter = letterOf(facts);
  const subject = `${letter.subject}: ${oneLine(new URL(endpoint.url).host)}`;
  return {
    kind: 'endpoint-disabled',
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: oneLine(account.name),
    at: now.toISOString(),
    subject,
    text: textOf([letter], { isTest }),
    html: htmlOf([letter], { isTest, subject }),
  };
}
