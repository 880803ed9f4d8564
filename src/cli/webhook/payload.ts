export interface SignerCount {
  readonly signed: number;
  readonly total: number;
}

/** Accepts a byte order mark; null if the body is not JSON. */
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

export function textField(payload: unknown, name: string): string | null {
  const value = field(payload, name);
  return typeof value === 'string' ? value : null;
}

export function signersIn(payload: unknown): SignerCount | null {
  const signers = field(payload, 'signers');
  if (!Array.isArray(signers)) return null;
  const signed = signers.filter((signer) => field(signer, 'hasSigned') === true).length;
  return { signed, total: signers.length };
}
