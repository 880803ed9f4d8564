import type { Account } from '../accounts/account.ts';
import type { Mail } from '../outbox.ts';
import type { WebhookEndpoint } from '../webhooks/webhook-endpoint.ts';
import type { Letter } from './letter.ts';
import { dayIn, oneLine } from './letter.ts';
import { printHtml, printText } from './print-letter.ts';

/** Facts that fill the mail about a disabled endpoint. */
export interface EndpointMailFacts {
  readonly to: string;
  readonly account: Pick<Account, 'name'>;
  readonly endpoint: WebhookEndpoint;
  readonly isTest: boolean;
  readonly now: Date;
}

/** The address without its query and credentials, which may be secret. */
function addressOf({ url }: WebhookEndpoint): string {
  const { origin, pathname } = new URL(url);
  return oneLine(`${origin}${pathname}`);
}

function reasonOf({ disabledReason, health }: WebhookEndpoint): string {
  if (disabledReason === 'gone')
    return 'It responded with 410 Gone, which asks us to stop sending.';
  return `The last ${health.failures} delivery attempts failed, and nothing was delivered for five days.`;
}

function stepsOf({ endpointId }: WebhookEndpoint, isTest: boolean): string[] {
  const command = (words: string) => (isTest ? `: esign sandbox webhook ${words}` : '.');
  return [
    'Find out why the endpoint does not respond with a 2xx status within 10 seconds.',
    `Send it a test event${command(`test ${endpointId}`)}`,
    `Enable the endpoint${command(`enable ${endpointId}`)}`,
    `Resend what failed or was skipped in the meantime${command(`resend --endpoint ${endpointId} --since 7d`)}`,
  ];
}

const TITLE = 'A webhook endpoint was disabled';

function letterOf({ account, endpoint, isTest, now }: EndpointMailFacts): Letter {
  const since = dayIn('en', endpoint.disabledAt ?? now);
  const paragraphs = [
    `On ${since} we disabled the webhook endpoint ${addressOf(endpoint)}. ${reasonOf(endpoint)}`,
    'Signing continues as before. Events since then are kept, but not sent until you resend them.',
  ];
  return {
    language: 'en',
    subject: TITLE,
    preview: paragraphs.join(' '),
    below: '',
    test: 'TEST: this email is about a sandbox, where nothing is legally binding.',
    title: TITLE,
    paragraphs: [`Hello ${oneLine(account.name)},`, ...paragraphs],
    action: '',
    orOpen: '',
    signersTitle: '',
    signers: [],
    stepsTitle: 'What to do',
    steps: stepsOf(endpoint, isTest),
    cautions: [`The endpoint’s ID is ${endpoint.endpointId}.`],
    footer: 'esign sent this email automatically. Replies to this address are not read.',
    pages: [],
  };
}

/** Writes the mail about a disabled endpoint, in English as the API is. */
export function endpointMail(facts: EndpointMailFacts): Mail {
  const { to, account, endpoint, isTest, now } = facts;
  const letter = letterOf(facts);
  const subject = `${TITLE}: ${oneLine(new URL(endpoint.url).host)}`;
  return {
    kind: 'endpoint-disabled',
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: oneLine(account.name),
    replyTo: null,
    at: now.toISOString(),
    subject,
    text: printText([letter], { isTest }),
    html: printHtml([letter], { isTest, subject }),
  };
}
