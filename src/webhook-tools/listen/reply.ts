import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer-delivery.ts';
import { ACCEPTED } from './answer-delivery.ts';

/** A request and the answer to it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Calls once when an answer is out or its sender gone. Node tells nothing of an answer that waits for those before it on
 * the same connection when that breaks (RFC 9112, 9.3.2).
 */
function whenQueuedIsOver({ request: { socket }, response }: Exchange, then: () => void): void {
  const over = (): void => {
    socket.off('close', over);
    response.off('close', over);
    then();
  };
  socket.setMaxListeners(0).on('close', over);
  response.on('close', over);
}

/** Answers, then tells once whether the answer is out, or the sender was gone before. */
export function reply(
  exchange: Exchange,
  { status, headers, body }: Answer,
  then: (isOut: boolean) => void,
): void {
  const { request, response } = exchange;
  if (response.destroyed || request.socket.destroyed) {
    then(false);
    return;
  }
  const tell = (): void => then(response.writableFinished);
  if (response.socket === null) whenQueuedIsOver(exchange, tell);
  // Comes in either case, also where the connection goes on
  else response.on('close', tell);
  response.statusCode = status;
  for (const name of Object.keys(headers)) response.setHeader(name, headers[name] ?? '');
  // A header that is written by itself goes out at once, but Node then cannot say that no body follows
  if (status === ACCEPTED) response.writeHead(status).end();
  else response.end(body.length > 0 ? body : undefined);
}
