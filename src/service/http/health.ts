import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../use-cases/deps.ts';

/** Longest wait for the database, in milliseconds: a load balancer asks every few seconds. */
const DATABASE_MS = 1000;
const RETRY_AFTER_S = 2;

/** Whether this process takes requests; false once it drains. */
export interface Serving {
  isOpen: boolean;
}

/**
 * `/livez` and `/healthz` respond while the process works at all; a restart would mend nothing else. `/readyz` responds 200 when
 * requests can be served here, otherwise 503 and why.
 */
export function healthRoutes(
  app: FastifyInstance,
  { store }: Pick<ServiceDeps, 'store'>,
  serving: Serving,
): void {
  const config = { isUncounted: true } as const;
  for (const url of ['/livez', '/healthz'])
    app.get(url, { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const reason = serving.isOpen ? await databaseTrouble(store) : 'stopping';
    if (reason === undefined) return { status: 'ready' };
    reply.code(503).header('Retry-After', RETRY_AFTER_S);
    return { status: 'not ready', reason };
  });
}

async function databaseTrouble(store: ServiceDeps['store']): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, DATABASE_MS, 'the database does not answer within 1 s');
  });
  const asked = store.ping().then(
    () => undefined,
    () => 'the database takes no work',
  );
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
