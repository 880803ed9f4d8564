import { readableDay } from '../../languages/readable-time.ts';
import type { Account } from '../core/accounts/account.rules.ts';
import { oneLine } from '../core/mails/letter.rules.ts';
import type { Mail } from '../core/mails/mail-notice.rules.ts';
import type { MemberMailFacts } from '../members/member-mail.rules.ts';
import { memberMail } from '../members/member-mail.rules.ts';
import type { WebhookEndpoint } from './webhook-endpoint.rules.ts';
import { disabledFrom } from './webhook-endpoint.rules.ts';

export interface EndpointMailFacts extends Omit<MemberMailFacts, 'url'> {
  readonly account: Pick<Account, 'name'>;
  readonly endpoint: WebhookEndpoint;
}

/** Without query and credentials, which may be secret. */
function addressOf({ url }: WebhookEndpoint): string {
  const { origin, pathname } = new URL(url);
  return oneLine(`${origin}${pathname}`);
}

function reasonOf({ disabledReason, health }: WebhookEndpoint): string {
  if (disabledReason === 'gone')
    return 'It responded with 410 Gone, which asks us to stop sending.';
  return `The last ${health.failures} delivery attempts failed, and nothing was delivered for five days.`;
}

const WHY = 'Find out why the endpoint does not respond with a 2xx status within 10 seconds.';

function stepsOf({ endpointId }: WebhookEndpoint, isTest: boolean): string[] {
  const command = (words: string) => (isTest ? `: esign sandbox webhook ${words}` : '.');
  return [
    WHY,
    `Send it a test event${command(`test ${endpointId}`)}`,
    `Enable the endpoint${command(`enable ${endpointId}`)}`,
    `Resend what failed or was skipped in the meantime${command(`resend --endpoint ${endpointId} --since 7d`)}`,
  ];
}

const FAILING = 'A webhook endpoint keeps failing';

/** Warns before the endpoint is disabled. */
export function failingMail({ endpoint, ...facts }: EndpointMailFacts): Mail {
  const { health, endpointId } = endpoint;
  const day = (time: Date) => readableDay('en', time);
  const [, test = '', , resend = ''] = stepsOf(endpoint, facts.isTest);
  return memberMail('endpoint-failing', facts, {
    title: FAILING,
    subject: `${FAILING}: ${oneLine(new URL(endpoint.url).host)}`,
    paragraphs: [
      `The last ${health.failures} delivery attempts to the webhook endpoint ${addressOf(endpoint)} failed; nothing was delivered since ${day(health.noSuccessSince)}.`,
      `If it keeps failing, we disable it, on ${day(disabledFrom(health))} at the earliest. Signing continues as before.`,
    ],
    steps: [WHY, test, `${resend} One success ends the count.`],
    caution: `The endpoint’s ID is ${endpointId}.`,
  });
}

const TITLE = 'A webhook endpoint was disabled';

export function endpointMail({ endpoint, ...facts }: EndpointMailFacts): Mail {
  const since = readableDay('en', endpoint.disabledAt ?? facts.now);
  return memberMail('endpoint-disabled', facts, {
    title: TITLE,
    subject: `${TITLE}: ${oneLine(new URL(endpoint.url).host)}`,
    paragraphs: [
      `On ${since} we disabled the webhook endpoint ${addressOf(endpoint)}. ${reasonOf(endpoint)}`,
      'Signing continues as before. Events since then are kept, but not sent until you resend them.',
    ],
    steps: stepsOf(endpoint, facts.isTest),
    caution: `The endpoint’s ID is ${endpoint.endpointId}.`,
  });
}
