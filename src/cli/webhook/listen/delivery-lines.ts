import { harmless, harmlessLines } from '../../terminal/harmless.ts';
import { shellWord } from '../../terminal/shell-word.ts';
import { noResponse } from '../post-delivery.ts';
import { headerPairs, joined, parsePayload } from '../raw-delivery.ts';
import type {
  ReceivedDelivery,
  ReceivedRequest,
  RefusedRequest,
  SignatureState,
} from './received-delivery.ts';

export interface DeliveryView {
  /** An application responds, shown in a line after the arrival. */
  readonly isForwarded: boolean;
  readonly hasDetails: boolean;
  /** In the order of the secrets. */
  readonly secretNames: () => readonly string[];
}

/** Untrusted text is shown in a line only if it has the expected form. */
const EVENT = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/;
const DOCUMENT = /^[\w-]{1,64}$/;
const METHOD = /^[A-Z]{1,16}$/;
const PATH = /^[\w./~-]{1,80}$/;
const EVENT_LENGTH = 40;
const EVENT_WIDTH = 'document.completed'.length;
const ID_LENGTH = 8;
const RESPONSE_LENGTH = 48;
const BODY_LENGTH = 16 * 1024;
const INDENT = '    ';

const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

function eventOf({ event }: ReceivedRequest): string {
  if (event === null) return '(no event)';
  const isOrdinary = EVENT.test(event) && event.length <= EVENT_LENGTH;
  return isOrdinary ? event.padEnd(EVENT_WIDTH) : '(unknown event)';
}

function documentOf({ documentId }: ReceivedRequest): string {
  if (documentId === null) return '';
  return DOCUMENT.test(documentId) ? documentId.slice(0, ID_LENGTH) : '(odd document id)';
}

/** Refused although the signature is right. */
const BUT: Readonly<Record<string, string>> = {
  invalid_json: 'the body is not JSON',
  invalid_shape: 'a field of the event is missing or wrong',
  event_mismatch: 'the event header names another event',
  stale_timestamp: 'webhook-timestamp is more than 5 minutes away',
};

function verdictOf(signature: SignatureState): string {
  if (signature.state === 'valid') return 'signature ok';
  if (signature.state === 'unchecked') return 'not checked';
  const but = BUT[signature.reason];
  if (but !== undefined) return `REFUSED: the signature is right, but ${but}`;
  return `BAD SIGNATURE: ${signature.reason.replaceAll('_', ' ')}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : seconds(ms));

function punctualityOf({ isUnanswered, isLate, isSlow, ackMs }: ReceivedDelivery): string {
  if (isUnanswered) {
    const gone = `the sender hung up after ${duration(ackMs)}, before the response`;
    return isLate ? `LATE: ${gone}` : `UNANSWERED: ${gone}`;
  }
  if (isLate) return 'LATE: the service records a failure and tries again';
  return isSlow ? 'slow: close to the limit' : '';
}

function notesOn(delivery: ReceivedDelivery): string {
  const { attempt, duplicateOf } = delivery;
  const isRetry = attempt !== null && attempt > 1;
  return joined([
    punctualityOf(delivery),
    isRetry ? `attempt ${attempt}` : '',
    duplicateOf
      ? `DUPLICATE of #${duplicateOf.number} (same bytes, +${seconds(duplicateOf.afterMs)})`
      : '',
  ]);
}

function arrivalOf(received: ReceivedRequest): string {
  const { number, receivedAt, signature, signers } = received;
  const isCounted = signers !== null && signature.state !== 'invalid';
  return joined([
    `#${number}`,
    LOCAL_TIME.format(receivedAt),
    eventOf(received),
    documentOf(received),
    isCounted ? `${signers.signed}/${signers.total}` : '',
    verdictOf(signature),
  ]);
}

/** The line for a delivery being forwarded. Others are shown with their response. */
export function arrivalLine(
  received: ReceivedRequest,
  { isForwarded }: DeliveryView,
): string | undefined {
  return isForwarded && received.signature.state !== 'invalid' ? arrivalOf(received) : undefined;
}

function beginningOf(body: string): string {
  const whole = body.trim().replace(/\s+/g, ' ');
  const isLong = whole.length > RESPONSE_LENGTH;
  return harmless(isLong ? `${whole.slice(0, RESPONSE_LENGTH)}…` : whole);
}

function wholeLine(delivery: ReceivedDelivery): string {
  const { status, ackMs } = delivery;
  return joined([arrivalOf(delivery), `${status} in ${duration(ackMs)}`, notesOn(delivery)]);
}

/** With the application's response, for a list of what happened. */
export const summaryLine = (delivery: ReceivedDelivery): string =>
  joined([wholeLine(delivery), delivery.forward ? 'from the application' : '']);

/** The application's response, in a line after the arrival. */
function forwardLine(delivery: ReceivedDelivery): string {
  const { number, forward, status, isUnanswered } = delivery;
  if (!forward) return wholeLine(delivery);
  const said = forward.status ?? `no response (${noResponse(forward.error)})`;
  const passedOn = forward.status === status || isUnanswered ? '' : `${status} to the service`;
  return joined([
    `#${number}`,
    `→ ${said} in ${duration(forward.durationMs)}`,
    passedOn,
    forward.location === null ? '' : `redirects to ${beginningOf(forward.location)}`,
    notesOn(delivery),
    beginningOf(forward.body),
  ]);
}

function bodyText(body: Buffer): string {
  const payload = parsePayload(body);
  const text = payload === null ? body.toString('utf8') : JSON.stringify(payload, null, 2);
  if (text.length <= BODY_LENGTH) return text;
  return `${text.slice(0, BODY_LENGTH)}\n… ${text.length - BODY_LENGTH} more characters`;
}

/** The request as it arrived, the secret that matched, and the application's response. */
export function detailLines(delivery: ReceivedDelivery, view: DeliveryView): string[] {
  const { method, url, httpVersion, rawHeaders, body, bodySha256, forward, signature } = delivery;
  const name = signature.state === 'valid' ? view.secretNames()[signature.secretIndex] : undefined;
  const lines = [
    `${method} ${url} HTTP/${httpVersion}`,
    ...headerPairs(rawHeaders).map(({ name: header, value }) => `${header}: ${value}`),
    ...(name === undefined ? [] : [`signed with: ${name}`]),
    `body: ${body.length} bytes, SHA-256 ${bodySha256}`,
    ...(body.length > 0 ? [bodyText(body)] : []),
    ...(forward?.body ? ['the application responded:', forward.body] : []),
  ];
  return lines.flatMap((line) => harmlessLines(line).split('\n')).map((line) => `${INDENT}${line}`);
}

/** A line, details if wanted, and how to diagnose a bad signature. */
export function deliveryLines(
  delivery: ReceivedDelivery,
  view: DeliveryView,
  savedAs?: string,
): readonly string[] {
  const isBad = delivery.signature.state === 'invalid' && savedAs !== undefined;
  return [
    forwardLine(delivery),
    ...(view.hasDetails ? detailLines(delivery, view) : []),
    ...(isBad ? [`${INDENT}why: esign webhook verify ${shellWord(savedAs)}`] : []),
  ];
}

/** For `--json`. `payload` is the parsed body (null if not JSON); `bodyBase64` its exact bytes. */
export function deliveryJson(
  { body, ...rest }: ReceivedDelivery,
  savedAs: string | undefined,
): Record<string, unknown> {
  return {
    type: 'delivery',
    ...rest,
    payload: parsePayload(body),
    bodyBase64: body.toString('base64'),
    savedAs: savedAs ?? null,
  };
}

/** `bad`: the service or the application must act. */
export function toneOf(delivery: ReceivedDelivery): 'good' | 'doubtful' | 'bad' {
  const { signature, isLate, isUnanswered, isSlow, forward } = delivery;
  if (signature.state === 'invalid' || isLate || isUnanswered) return 'bad';
  if (forward && (forward.status === null || forward.status >= 300)) return 'bad';
  return isSlow ? 'doubtful' : 'good';
}

export function refusalLine({ method, url, status, reason }: RefusedRequest): string {
  if (method === '') return `refused: ${reason}`;
  const [path = ''] = url.split('?', 1);
  const shown = PATH.test(path) ? path : '(odd path)';
  const said = METHOD.test(method) ? method : '(odd method)';
  return `refused: ${said} ${shown} → ${status ?? 'no response'}, ${reason}`;
}
