import type { ReceivedDelivery } from '../listen/received-delivery.ts';
import type { DeliveryView } from './delivery-view.ts';
import { parsePayload } from './payload.ts';

/** Most characters of a body that are shown. */
const BODY_LENGTH = 16 * 1024;
const INDENT = '    ';

function headerLines({ rawHeaders }: ReceivedDelivery): string[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  );
}

function shortened(text: string): string {
  if (text.length <= BODY_LENGTH) return text;
  return `${text.slice(0, BODY_LENGTH)}\n… ${text.length - BODY_LENGTH} characters more`;
}

function bodyText(body: Buffer): string {
  const payload = parsePayload(body);
  return shortened(payload === null ? body.toString('utf8') : JSON.stringify(payload, null, 2));
}

function signedWith({ signature }: ReceivedDelivery, { secretNames }: DeliveryView): string[] {
  if (signature.state !== 'valid') return [];
  const name = secretNames()[signature.secretIndex];
  return name === undefined ? [] : [`signed with: ${name}`];
}

/** The request as it came, its body in readable form, which secret fitted, and the application's answer. */
export function describeDetails(delivery: ReceivedDelivery, view: DeliveryView): string[] {
  const { method, url, httpVersion, body, bodySha256, forward } = delivery;
  const lines = [
    `${method} ${url} HTTP/${httpVersion}`,
    ...headerLines(delivery),
    ...signedWith(delivery, view),
    `body: ${body.length} bytes, SHA-256 ${bodySha256}`,
    ...(body.length > 0 ? [bodyText(body)] : []),
    ...(forward?.body ? ['the application answered:', forward.body] : []),
  ];
  return lines
    .flatMap((line) => view.cleanLines(line).split('\n'))
    .map((line) => `${INDENT}${line}`);
}
