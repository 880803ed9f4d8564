import type { IncomingMessage } from 'node:http';

/** Why a request is no delivery. */
export interface Refusal {
  readonly status: 404 | 405 | 415 | 503;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

/** Says why a request cannot be a delivery; undefined when it can. Nothing of the body is needed for it. */
export function refuseRequest(request: IncomingMessage, path: string): Refusal | undefined {
  const { url = '' } = request;
  if (url !== path && url.split('?', 1)[0] !== path)
    return { status: 404, reason: `deliveries go to ${path}`, headers: {} };
  if (request.method !== 'POST') {
    return { status: 405, reason: 'a delivery is a POST', headers: { Allow: 'POST' } };
  }
  const type = request.headers['content-type'];
  if (type !== undefined && type !== 'application/json' && !JSON_TYPE.test(type)) {
    return { status: 415, reason: 'a delivery is application/json', headers: {} };
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return { status: 415, reason: 'a delivery is not compressed', headers: {} };
  }
  return undefined;
}
