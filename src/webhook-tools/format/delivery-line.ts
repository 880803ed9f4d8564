import type {
  ReceivedDelivery,
  ReceivedRequest,
  RefusedRequest,
  SignatureState,
} from '../listen/received-delivery.ts';
import { describeDetails } from './delivery-details.ts';
import type { DeliveryView } from './delivery-view.ts';

/** Foreign text is shown in a line only where it looks as it must. */
const EVENT = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/;
const DOCUMENT = /^[\w-]{1,64}$/;
const METHOD = /^[A-Z]{1,16}$/;
const PATH = /^[\w./~-]{1,80}$/;
const EVENT_LENGTH = 40;
const EVENT_WIDTH = 'document.completed'.length;
const ID_LENGTH = 8;
/** How much of an application's answer stands in its line. */
const ANSWER_LENGTH = 48;

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

function signersOf({ signers }: ReceivedRequest): string {
  return signers ? `${signers.signed}/${signers.total}` : '';
}

function verdictOf(signature: SignatureState): string {
  if (signature.state === 'valid') return 'signature ok';
  if (signature.state === 'unchecked') return 'not checked';
  return `BAD SIGNATURE: ${signature.reason.replaceAll('_', ' ')}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : seconds(ms));
const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('  ');

function punctualityOf({ isUnanswered, isLate, isSlow, ackMs }: ReceivedDelivery): string {
  if (isUnanswered) {
    const gone = `the sender hung up after ${duration(ackMs)}, before the answer`;
    return isLate ? `LATE: ${gone}` : `UNANSWERED: ${gone}`;
  }
  if (isLate) return 'LATE: the service records a failure and tries again';
  return isSlow ? 'slow: close to the limit' : '';
}

function repeatOf({ duplicateOf }: ReceivedRequest): string {
  if (!duplicateOf) return '';
  const { number, afterMs } = duplicateOf;
  return `DUPLICATE of #${number} (same bytes, +${seconds(afterMs)})`;
}

const tryOf = ({ attempt }: ReceivedRequest): string =>
  attempt !== null && attempt > 1 ? `try ${attempt}` : '';

/** What came; nothing in it comes unchecked from the sender. */
function cameAs(received: ReceivedRequest): string {
  return joined([
    `#${received.number}`,
    LOCAL_TIME.format(received.receivedAt),
    eventOf(received),
    documentOf(received),
    received.signature.state === 'invalid' ? '' : signersOf(received),
    verdictOf(received.signature),
  ]);
}

/** The line of a delivery that came and goes to an application; undefined for one that is told once it is answered. */
export function arrivalLine(
  received: ReceivedRequest,
  { isForwarded }: DeliveryView,
): string | undefined {
  return isForwarded && received.signature.state !== 'invalid' ? cameAs(received) : undefined;
}

function beginningOf(body: string, { clean }: DeliveryView): string {
  const [whole, shown] = [body.trim().replace(/\s+/g, ' '), ANSWER_LENGTH];
  return clean(whole.length > shown ? `${whole.slice(0, shown)}…` : whole);
}

/** What an application answered, in a line that follows that of the arrival. */
function applicationLine(delivery: ReceivedDelivery, view: DeliveryView): string {
  const { number, forward, status, isUnanswered } = delivery;
  if (!forward) return '';
  const took = duration(forward.durationMs);
  const said =
    forward.status === null
      ? `→ no answer (${view.clean(forward.error ?? '')}) in ${took}`
      : `→ ${forward.status} in ${took}`;
  const passedOn = forward.status === status || isUnanswered ? '' : `${status} to the service`;
  const body = beginningOf(forward.body, view);
  const late = punctualityOf(delivery);
  return joined([`#${number}`, said, passedOn, late, tryOf(delivery), repeatOf(delivery), body]);
}

function wholeLine(delivery: ReceivedDelivery): string {
  const { status, ackMs } = delivery;
  const answer = `${status} in ${duration(ackMs)}`;
  const late = punctualityOf(delivery);
  return joined([cameAs(delivery), answer, late, tryOf(delivery), repeatOf(delivery)]);
}

/**
 * What is said about a delivery once it is done: one line, or where an application answered it a line that follows that of
 * the arrival; then its headers and body, where they are asked for; then how to find out why its signature is bad.
 */
export function deliveryLines(
  delivery: ReceivedDelivery,
  view: DeliveryView,
  savedAs?: string,
): readonly string[] {
  const line = delivery.forward ? applicationLine(delivery, view) : wholeLine(delivery);
  const details = view.hasDetails ? describeDetails(delivery, view) : [];
  const isBad = delivery.signature.state === 'invalid' && savedAs !== undefined;
  const why = isBad ? [`    why: esign webhook verify ${view.word(savedAs)}`] : [];
  return [line, ...details, ...why];
}

/** How a delivery went: `bad` where the service or the application has to do something about it. */
export function toneOf(delivery: ReceivedDelivery): 'good' | 'doubtful' | 'bad' {
  const { signature, isLate, isUnanswered, isSlow, forward } = delivery;
  if (signature.state === 'invalid' || isLate || isUnanswered) return 'bad';
  if (forward && (forward.status === null || forward.status >= 300)) return 'bad';
  return isSlow ? 'doubtful' : 'good';
}

/** One line about a request that was no delivery, for a person. */
export function refusalLine({ method, url, status, reason }: RefusedRequest): string {
  if (method === '') return `refused: ${reason}`;
  const [path = ''] = url.split('?', 1);
  const shown = PATH.test(path) ? path : '(odd path)';
  const answered = status === null ? 'no answer' : status;
  return `refused: ${METHOD.test(method) ? method : '(odd method)'} ${shown} → ${answered}, ${reason}`;
}
