import type { IncomingMessage } from 'node:http';

/** Version, trace id, parent id and flags of `traceparent` (W3C Trace Context, section 3.2). */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/** The trace that a request belongs to, by the word of a trusted proxy: anybody else could write into another's trace. */
export function traceIdOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string) => boolean,
): string | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== 'string' || !isProxy(socket.remoteAddress ?? '')) return undefined;
  return TRACEPARENT.exec(traceparent)?.[1];
}
