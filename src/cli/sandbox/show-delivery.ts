import { harmless, harmlessLines } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { printFields } from '../terminal/table.ts';
import { localTime, shortDuration } from '../terminal/times.ts';
import type { ToldTry } from './delivery-words.ts';
import { outcomeOf } from './delivery-words.ts';
import type { ShownDelivery } from './show-deliveries.ts';

/** A try as it is printed. */
interface ShownAttempt extends ToldTry {
  readonly number: number;
  readonly trigger: string;
  readonly startedAt: string;
  readonly answerBody: string | null;
  readonly exchange: {
    readonly requestHeaders: Readonly<Record<string, string>>;
    readonly secretFingerprint: string;
    readonly remoteAddress: string | null;
    readonly times: Readonly<Record<string, number | null>>;
    readonly answerHeaders: Readonly<Record<string, string>>;
    readonly truncated: boolean;
  } | null;
}

/** A delivery as it is printed whole. */
export interface ShownDeliveryDetail extends ShownDelivery {
  readonly endpointId: string;
  readonly url: string;
  readonly body: string;
  readonly attempts: readonly ShownAttempt[];
}

const PARTS = [
  ['lookupMs', 'name found'],
  ['connectMs', 'connected'],
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

function exchangeLines({ exchange, answerBody }: ShownAttempt): string[] {
  if (!exchange) return [];
  const { remoteAddress, secretFingerprint, times, truncated } = exchange;
  const to = remoteAddress === null ? [] : [`to ${harmless(remoteAddress)}`];
  const about = [...to, timesOf(times), `signed with the secret sha256:${secretFingerprint}`];
  const body = answerBody ? harmlessLines(answerBody).split('\n') : [];
  return [
    `  ${about.filter((part) => part !== '').join('; ')}`,
    ...headerLines(exchange.requestHeaders, '>'),
    ...headerLines(exchange.answerHeaders, '<'),
    ...body.map((line) => `  | ${line}`),
    ...(truncated ? ['  | … more, which was not kept'] : []),
  ];
}

function printAttempt({ result, paint }: Pick<Printer, 'result' | 'paint'>, one: ShownAttempt) {
  const how = one.trigger === 'auto' ? '' : ` (${one.trigger})`;
  const head = `try ${one.number}${how}, ${localTime(one.startedAt)}`;
  result(`\n${paint.bold(head)}: ${outcomeOf(one)}, in ${shortDuration(one.durationMs)}`);
  for (const line of exchangeLines(one)) result(line);
}

/** Prints a delivery with each of its tries and the exact body that all of them carry. */
export function printDelivery(printer: Printer, delivery: ShownDeliveryDetail): void {
  const { documentId, nextTryAt, attempts, body } = delivery;
  printFields(printer, [
    ['delivery', delivery.deliveryId],
    ['event', delivery.event],
    ['document', documentId ?? 'none: a test'],
    ['endpoint', delivery.endpointId],
    ['url', delivery.url],
    ['state', delivery.state],
    ['made', localTime(delivery.createdAt)],
    ['next try', nextTryAt === null ? 'none' : localTime(nextTryAt)],
  ]);
  const result = (text: string) => printer.result(text);
  for (const attempt of attempts) printAttempt({ result, paint: printer.paint }, attempt);
  result(`\n${printer.paint.bold(`body, ${Buffer.byteLength(body)} bytes`)}`);
  result(harmlessLines(body));
}
