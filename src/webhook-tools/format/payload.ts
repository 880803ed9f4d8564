/** How many signers a document has, and how many of them have signed. */
export interface SignerCount {
  readonly signed: number;
  readonly total: number;
}

/** Parses a body as JSON, with or without a byte order mark; null when it is not JSON. */
export function parsePayload(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

function field(payload: unknown, name: string): unknown {
  return payload !== null && typeof payload === 'object' ? Reflect.get(payload, name) : undefined;
}

/** A field's text; null when it is not text. */
export function textField(payload: unknown, name: string): string | null {
  const value = field(payload, name);
  return typeof value === 'string' ? value : null;
}

/** Counts signers; null when the payload does not list them. */
export function signersIn(payload: unknown): SignerCount | null {
  const signers = field(payload, 'signers');
  if (!Array.isArray(signers)) return null;
  const signed = signers.filter((signer) => field(signer, 'hasSigned') === true).length;
  return { signed, total: signers.length };
}
