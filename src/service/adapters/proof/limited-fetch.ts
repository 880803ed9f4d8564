/** The limits of an exchange. */
export interface Limits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** An exchange failed; the reason is a stable name. */
export class ExchangeFailed extends Error {
  override readonly name = 'ExchangeFailed';
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ExchangeFailed('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Fetches a body within limits of time and size, without following redirects. Throws ExchangeFailed. */
export async function limitedFetch(
  url: string,
  { timeoutMs, maxBytes }: Limits,
  init: RequestInit = {},
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    if (response.status === 200) return await readBody(response, maxBytes);
    await response.body?.cancel();
    throw new ExchangeFailed(`http_${response.status}`);
  } catch (error) {
    if (error instanceof ExchangeFailed) throw error;
    throw new ExchangeFailed(signal.aborted ? 'timeout' : 'unreachable', { cause: error });
  }
}
