const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

/** A request as far as its headers tell. */
export interface RequestHead {
  readonly method: string | undefined;
  readonly contentType: string | null | undefined;
  readonly contentEncoding: string | null | undefined;
}

/** Why a request is no delivery, with the status that says so. */
export interface Refusal {
  readonly status: 405 | 408 | 413 | 415;
  readonly message: string;
}

/** Says why a request cannot be a delivery; undefined when it can. */
export function refuseDelivery(head: RequestHead): Refusal | undefined {
  const { method, contentType, contentEncoding } = head;
  if (method !== 'POST') return { status: 405, message: 'a delivery is a POST' };
  // An absent header is undefined in Node and null in fetch
  if (contentType && !JSON_TYPE.test(contentType)) {
    return { status: 415, message: 'a delivery is application/json' };
  }
  if (contentEncoding && contentEncoding.toLowerCase() !== 'identity') {
    return { status: 415, message: 'a delivery is not compressed' };
  }
  return undefined;
}
