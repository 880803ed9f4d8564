import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../core/deps.ts';
import { uploadsProblem } from '../core/documents/admit-upload.ts';

/** For the database or the files, in milliseconds: load balancers ask every few seconds. */
const ANSWER_MS = 1000;
const RETRY_AFTER_S = 2;

/** False once the process drains. */
export interface Serving {
  isOpen: boolean;
}

/**
 * `/livez` and `/healthz` respond while the process works: a restart would fix nothing else.
 * `/readyz` responds 200 when requests can be served, otherwise 503 with a reason. It reports
 * refused uploads, but stays ready: documents can still be signed and read.
 */
export function healthRoutes(
  app: FastifyInstance,
  { deps, serving }: { readonly deps: ServiceDeps; readonly serving: Serving },
  done: () => void,
): void {
  const config = { isUncounted: true } as const;
  for (const url of ['/livez', '/healthz'])
    app.get(url, { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const reason = serving.isOpen ? await databaseTrouble(deps) : 'stopping';
    if (reason === undefined) return { status: 'ready', ...(await refusedUploads(deps)) };
    reply.code(503).header('Retry-After', RETRY_AFTER_S);
    return { status: 'not ready', reason };
  });
  done();
}

async function databaseTrouble({ store }: Pick<ServiceDeps, 'store'>): Promise<string | undefined> {
  const asked = store.ping().then(
    () => undefined,
    () => 'the database takes no work',
  );
  return await inTime(asked, 'the database does not answer within 1 s');
}

async function refusedUploads(
  deps: Pick<ServiceDeps, 'files' | 'quotas'>,
): Promise<{ uploads?: string }> {
  const asked = uploadsProblem(deps).catch(() => 'the files are out of reach');
  const problem = await inTime(asked, 'the files do not answer within 1 s');
  return problem === undefined ? {} : { uploads: `refused: ${problem}` };
}

async function inTime(
  asked: Promise<string | undefined>,
  words: string,
): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS, words);
  });
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
