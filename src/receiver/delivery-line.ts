import { parsePayload } from './describe-request.ts';
import type { ReceivedDelivery, RefusedRequest, SignatureState } from './received-delivery.ts';

/** Foreign text is shown only where it looks as it must, so that no delivery can write to a terminal. */
const EVENT = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/;
const DOCUMENT = /^[\w-]{1,64}$/;
const METHOD = /^[A-Z]{1,16}$/;
const PATH = /^[\w./~-]{1,80}$/;
const EVENT_LENGTH = 40;
const ID_LENGTH = 8;

function eventOf({ event }: ReceivedDelivery): string {
  if (event === null) return '(no event)';
  return EVENT.test(event) && event.length <= EVENT_LENGTH ? event : '(unknown event)';
}

function documentOf({ documentId }: ReceivedDelivery): string {
  if (documentId === null) return '';
  return DOCUMENT.test(documentId) ? documentId.slice(0, ID_LENGTH) : '(odd document id)';
}

function signatureOf(signature: SignatureState): string {
  if (signature.state === 'valid') return 'signature ok';
  if (signature.state === 'unchecked') return 'signature not checked';
  return `BAD SIGNATURE (${signature.reason.replaceAll('_', ' ')})`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : seconds(ms));

function answerOf({ status, ackMs, isLate }: ReceivedDelivery): string {
  const late = isLate ? ' LATE: the service records a failure and tries again' : '';
  return `→ ${status} in ${duration(ackMs)}${late}`;
}

function forwardOf({ forward }: ReceivedDelivery): string {
  if (!forward) return '';
  const said = forward.status === null ? `did not answer (${forward.error})` : forward.status;
  return `[application: ${said}, ${duration(forward.durationMs)}]`;
}

function repeatOf({ duplicateOf }: ReceivedDelivery): string {
  if (!duplicateOf) return '';
  const { number, afterMs } = duplicateOf;
  return `DUPLICATE of #${number} (same bytes, +${seconds(afterMs)})`;
}

/** One line about a delivery, for a person: nothing in it comes unchecked from the sender. */
export function deliveryLine(delivery: ReceivedDelivery): string {
  const { number, receivedAt, attempt } = delivery;
  return [
    `#${number}`,
    receivedAt.slice(11, 19),
    eventOf(delivery),
    documentOf(delivery),
    attempt !== null && attempt > 1 ? `try ${attempt}` : '',
    signatureOf(delivery.signature),
    answerOf(delivery),
    forwardOf(delivery),
    repeatOf(delivery),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

/** One line about a request that was no delivery, for a person. */
export function refusalLine({ method, url, status, reason }: RefusedRequest): string {
  const [path = ''] = url.split('?', 1);
  const shown = PATH.test(path) ? path : '(odd path)';
  return `refused: ${METHOD.test(method) ? method : '(odd method)'} ${shown} → ${status}, ${reason}`;
}

/** What `--json` prints of a delivery: its JSON as `payload` (null when it is none), its exact bytes as base64. */
export function deliveryJson(delivery: ReceivedDelivery): Record<string, unknown> {
  const { body, ...rest } = delivery;
  const payload = parsePayload(body);
  return { type: 'delivery', ...rest, payload, bodyBase64: body.toString('base64') };
}
