import type {
  SandboxDelivery,
  SandboxDeliveryDetail,
} from '../../sandbox/control/webhook-schemas.ts';
import { harmless, harmlessLines } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { printFields, printTable } from '../terminal/table.ts';
import { localTime, shortDuration, shortTime } from '../terminal/times.ts';

export type LastTryOutcome = Omit<NonNullable<SandboxDelivery['lastTry']>, 'startedAt'>;

const ERRORS: Readonly<Record<string, string>> = {
  dns_error: 'host not found',
  dns_unavailable: 'DNS is unavailable',
  no_route: 'no route to the network',
  out_of_sockets: 'out of sockets',
  connection_refused: 'connection refused',
  connection_reset: 'connection reset',
  unreachable: 'unreachable',
  timeout_connect: 'timed out connecting',
  timeout_ack: 'no response within 10 s',
  timeout: 'timed out reading the response',
  tls_error: 'TLS failed',
  invalid_answer: 'the response is not HTTP',
  blocked_address: 'blocked address',
  invalid_url: 'invalid URL',
  insecure_url: 'not an https URL',
  sender_error: 'internal error of the service',
  redirect: 'redirects are not followed',
  interrupted: 'interrupted by a stop of the service',
};

function reasonOf({ error, status }: LastTryOutcome): string {
  if (error === null) return status === null ? 'failed' : `answered ${status}`;
  const words = ERRORS[error] ?? error.replaceAll('_', ' ');
  if (error.startsWith('http_')) return `answered ${status ?? ''}`;
  return status === null ? words : `answered ${status}: ${words}`;
}

export function outcomeOf(outcome: LastTryOutcome | null): string {
  if (outcome === null) return '';
  return outcome.ok ? `answered ${outcome.status ?? ''}` : reasonOf(outcome);
}

export const DELIVERY_COLUMNS = [
  'deliveryId',
  'createdAt',
  'event',
  'documentId',
  'state',
  'tries',
  'lastTry.ok',
  'lastTry.status',
  'lastTry.error',
  'lastTry.durationMs',
  'lastTry.startedAt',
  'nextTryAt',
  'endpointId',
  'url',
] as const;

/** Enough of an id for commands. */
const SHORT = 8;
const HEADS = [
  'delivery',
  'time',
  'event',
  'document',
  'state',
  'attempts',
  'last attempt',
  'next',
];
const EVENT = 2;
const LAST_ATTEMPT = 6;

/** Ids are full unless stdout is a terminal. */
export async function printDeliveries(
  printer: Printer,
  deliveries: readonly SandboxDelivery[],
): Promise<void> {
  const brief = (id: string) => (printer.columns === undefined ? id : id.slice(0, SHORT));
  const rows = deliveries.map(({ deliveryId, event, documentId, state, tries, ...rest }) => [
    brief(deliveryId),
    shortTime(rest.createdAt),
    event,
    documentId === null ? 'test' : brief(documentId),
    state,
    String(tries),
    outcomeOf(rest.lastTry),
    rest.nextTryAt === null ? '' : shortTime(rest.nextTryAt),
  ]);
  await printTable(printer, { heads: HEADS, rows, flexible: [EVENT, LAST_ATTEMPT] });
}

const PARTS = [
  ['lookupMs', 'DNS'],
  ['connectMs', 'connect'],
  ['tlsMs', 'TLS'],
  ['firstByteMs', 'first byte'],
] as const;

function timesOf(times: Readonly<Record<string, number | null>>): string {
  const reached = PARTS.flatMap(([key, name]) => {
    const ms = times[key] ?? null;
    return ms === null ? [] : [`${name} after ${shortDuration(ms)}`];
  });
  return reached.join(', ');
}

const headerLines = (headers: Readonly<Record<string, string>>, mark: string): string[] =>
  Object.entries(headers).map(([name, value]) => `  ${mark} ${harmless(`${name}: ${value}`)}`);

function exchangeLines(
  { exchange, answerBody }: SandboxDeliveryDetail['attempts'][number],
  endpointId: string,
): string[] {
  if (!exchange) return [];
  const { remoteAddress, secretFingerprint, times, truncated } = exchange;
  const to = remoteAddress === null ? [] : [`to ${harmless(remoteAddress)}`];
  const secret = `the secret of endpoint ${endpointId.slice(0, SHORT)} (sha256:${secretFingerprint})`;
  const about = [...to, timesOf(times), `signed with ${secret}`];
  const body = answerBody ? harmlessLines(answerBody).split('\n') : [];
  return [
    `  ${about.filter((part) => part !== '').join('; ')}`,
    ...headerLines(exchange.requestHeaders, '>'),
    ...headerLines(exchange.answerHeaders, '<'),
    ...body.map((line) => `  | ${line}`),
    ...(truncated ? ['  | … (rest not kept)'] : []),
  ];
}

function printAttempt(
  { result, paint }: Pick<Printer, 'result' | 'paint'>,
  one: SandboxDeliveryDetail['attempts'][number],
  endpointId: string,
) {
  const how = one.trigger === 'auto' ? '' : ` (${one.trigger})`;
  const head = `attempt ${one.number}${how}, ${localTime(one.startedAt)}`;
  result(`\n${paint.bold(head)}: ${outcomeOf(one)}, in ${shortDuration(one.durationMs)}`);
  for (const line of exchangeLines(one, endpointId)) result(line);
}

/** A queued delivery without a next attempt has one in progress. */
const withoutNext = (state: string): string => (state === 'queued' ? 'in progress' : 'none');

export function printDelivery(printer: Printer, delivery: SandboxDeliveryDetail): void {
  const { documentId, nextTryAt, attempts, body } = delivery;
  printFields(printer, [
    ['delivery', delivery.deliveryId],
    ['event', delivery.event],
    ['document', documentId ?? 'none (test event)'],
    ['endpoint', delivery.endpointId],
    ['url', delivery.url],
    ['state', delivery.state],
    ['created', localTime(delivery.createdAt)],
    ['next attempt', nextTryAt === null ? withoutNext(delivery.state) : localTime(nextTryAt)],
  ]);
  const result = (text: string) => printer.result(text);
  const { paint } = printer;
  for (const attempt of attempts) printAttempt({ result, paint }, attempt, delivery.endpointId);
  result(`\n${printer.paint.bold(`body, ${Buffer.byteLength(body)} bytes`)}`);
  result(harmlessLines(body));
}
