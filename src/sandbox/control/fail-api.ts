import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults, SetFault } from '../faults.ts';
import { PASS_HEADER } from '../faults.ts';
import type { Accounts } from '../saved-state.ts';

const RETRY_AFTER_SECONDS = 1;

/** Plain text without the service's request id, as from a proxy in front of it. */
function proxyAnswer(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.removeHeader('X-Request-Id').code(status).type('text/plain').send(`${text}\n`);
}

function answerFault(reply: FastifyReply, { fault }: SetFault): FastifyReply | undefined {
  if (fault === 'api-rate-limited') {
    reply.header('Retry-After', RETRY_AFTER_SECONDS);
    return proxyAnswer(reply, 429, 'Too many requests');
  }
  if (fault === 'api-unavailable') return proxyAnswer(reply, 503, 'Service unavailable');
  if (fault !== 'api-server-error') return undefined;
  const message = 'The sandbox was told to fail.';
  return reply.code(500).send({ error: 'internal_error', message });
}

/** Half of a body, while the headers promise its whole length. */
function cutBody(reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  const body = Buffer.from(payload);
  reply.header('Connection', 'close').header('Content-Length', body.length);
  return Readable.from([body.subarray(0, Math.floor(body.length / 2))]);
}

/** Hooks that make the API fail for accounts with a fault, before or after handling a request. */
export function failApi(faults: Faults, accounts: Accounts): (api: FastifyInstance) => void {
  const met = new WeakMap<FastifyRequest, SetFault>();
  const closing = new AbortController();
  const meet = ({ headers, method, url }: FastifyRequest): SetFault | null => {
    if (faults.list().length === 0 || headers[PASS_HEADER] === faults.pass) return null;
    const key = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    const account = accounts.all().find(({ apiKey }) => apiKey === key);
    if (!account) return null;
    return faults.take({ ...account, method, path: url.replace(/\?.*$/s, '') });
  };
  return (api) => {
    api.addHook('preClose', async () => closing.abort());
    api.addHook('onRequest', async (request, reply) => {
      const fault = meet(request);
      if (!fault) return undefined;
      met.set(request, fault);
      if (fault.fault !== 'api-slow') return answerFault(reply, fault);
      await sleep(fault.delayMs, undefined, { signal: closing.signal }).catch(() => undefined);
      // An idle connection would delay the close.
      if (closing.signal.aborted) reply.header('Connection', 'close');
      return undefined;
    });
    api.addHook('onSend', async (request, reply, payload) => {
      const { fault } = met.get(request) ?? {};
      if (fault === 'api-lost-answer') request.socket.destroy();
      return fault === 'api-cut-body' ? cutBody(reply, payload) : payload;
    });
  };
}
