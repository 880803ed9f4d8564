import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { Progress, refuseAborted } from './progress.ts';
import type { TransportAnswer, TransportRequest } from './transport.ts';
import { joinHeaders, TransportFailure } from './transport.ts';

/** How an exchange connects: through a pool, or (`false`) on a connection of its own. */
export interface Connecting {
  readonly agent: Agent | false;
  readonly tls: Readonly<Record<string, unknown>>;
}

function open(request: TransportRequest, connecting: Connecting): ClientRequest {
  const { url, method, headers } = request;
  const options: RequestOptions = { method, headers, agent: connecting.agent };
  try {
    if (url.protocol === 'https:') return overHttps(url, { ...options, ...connecting.tls });
    return overHttp(url, options);
  } catch (cause) {
    const unsent = { phase: 'connect', opened: false, cause } as const;
    throw new TransportFailure('the request cannot be put into HTTP', unsent);
  }
}

/** Reports when the connection stands: only `connect`, or under TLS `secureConnect`, proves that it did not before. */
function watch(outgoing: ClientRequest, progress: Progress, secure: boolean): void {
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) return progress.stands();
    if (secure) socket.once('connect', () => progress.handshakes());
    socket.once(secure ? 'secureConnect' : 'connect', () => progress.stands());
  });
  outgoing.once('finish', () => progress.isWritten());
}

function answerOf(
  outgoing: ClientRequest,
  incoming: IncomingMessage,
  progress: Progress,
): TransportAnswer {
  progress.isAnswered();
  // A stop between two reads must not surface as an unhandled event; the next read reports it
  incoming.on('error', () => undefined);
  const discard = () => {
    incoming.destroy();
  };
  const close = () => {
    if (!incoming.readableEnded || !outgoing.writableFinished) discard();
  };
  return {
    status: incoming.statusCode ?? 0,
    headers: joinHeaders(incoming.rawHeaders),
    body: progress.read(incoming, close),
    discard,
  };
}

/** One request over `node:http` or `node:https`, never repeated, never redirected. */
export async function exchange(
  request: TransportRequest,
  connecting: Connecting,
): Promise<TransportAnswer> {
  refuseAborted(request);
  const outgoing = open(request, connecting);
  let incoming: IncomingMessage | undefined;
  const progress = new Progress(request, (failure) => (incoming ?? outgoing).destroy(failure));
  watch(outgoing, progress, request.url.protocol === 'https:');
  return new Promise((resolve, reject) => {
    outgoing.on('error', (cause) => reject(progress.failure(cause)));
    outgoing.once('close', () => {
      progress.isOver();
      // Some ends come without an error, such as a switch of protocols that nobody asked for
      reject(progress.failure(undefined));
    });
    outgoing.once('response', (answer) => {
      incoming = answer;
      resolve(answerOf(outgoing, answer, progress));
    });
    outgoing.end(request.body);
  });
}
