/** How many sign, and how many of them have. */
export interface SignerCount {
  readonly signed: number;
  readonly total: number;
}

/** The JSON that bytes hold; null when they hold none. */
export function parsePayload(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function field(payload: unknown, name: string): unknown {
  return payload !== null && typeof payload === 'object' ? Reflect.get(payload, name) : undefined;
}

/** The text of a field; null when it holds none. */
export function textField(payload: unknown, name: string): string | null {
  const value = field(payload, name);
  return typeof value === 'string' ? value : null;
}

/** How many sign, and how many of them have; null when the payload does not say. */
export function signersIn(payload: unknown): SignerCount | null {
  const signers = field(payload, 'signers');
  if (!Array.isArray(signers)) return null;
  let signed = 0;
  for (const signer of signers) if (field(signer, 'hasSigned') === true) signed += 1;
  return { signed, total: signers.length };
}
