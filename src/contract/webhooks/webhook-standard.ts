/** The headers of Standard Webhooks, which deliveries carry beside the specification's. */
export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** `whsec_` and base64 of 24 to 64 bytes. */
const STANDARD_SECRET = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/;

/** Undefined unless it is base64 with its padding, spelled in the one canonical way. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const decoded = atob(text);
    if (btoa(decoded) !== text) return undefined;
    return Uint8Array.from(decoded, (byte) => byte.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * The key of a secret under Standard Webhooks: the bytes after `whsec_`, decoded. Undefined for a
 * secret of another form, which signs only the specification's header.
 */
export function standardKeyOf(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const [, base64] = STANDARD_SECRET.exec(secret) ?? [];
  return base64 === undefined ? undefined : bytesOfBase64(base64);
}

export interface StandardHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number | string;
}

/** The bytes that `webhook-signature` signs: `ID.TIMESTAMP.BODY`. */
export function standardMessage(
  { id, timestamp }: StandardHead,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  return message;
}
