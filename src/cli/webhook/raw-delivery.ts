import { isRecord } from '../../contract/is-record.ts';

/** Accepts a byte order mark; null if the body is not JSON. */
export function parsePayload(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

/** Read from a payload, which is untrusted. */
export interface PayloadNames {
  readonly event: string | null;
  readonly documentId: string | null;
  /** Null if it lists no signers. */
  readonly signers: { readonly signed: number; readonly total: number } | null;
}

const field = (payload: unknown, name: string): unknown =>
  isRecord(payload) ? payload[name] : undefined;

export function namesIn(payload: unknown): PayloadNames {
  const text = (name: string) => {
    const value = field(payload, name);
    return typeof value === 'string' ? value : null;
  };
  const signers = field(payload, 'signers');
  const hasSigned = (signer: unknown) => field(signer, 'hasSigned') === true;
  return {
    event: text('event'),
    documentId: text('documentId'),
    signers: Array.isArray(signers)
      ? { signed: signers.filter(hasSigned).length, total: signers.length }
      : null,
  };
}

/** Of headers as they arrived: names and values, alternating. `key` is the lower-case name. */
export const headerPairs = (rawHeaders: readonly string[]) =>
  rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [{ name, key: name.toLowerCase(), value: rawHeaders[index + 1] ?? '' }] : [],
  );

/** Of a line about a delivery; empty parts are left out. */
export const joined = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('  ');
