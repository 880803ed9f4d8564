import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../core/deps.ts';
import { uploadsProblem } from '../core/documents/create-document.ts';
import { unavailable } from './error-replies.ts';

/** For the database or the files, in milliseconds: load balancers ask every few seconds. */
const ANSWER_MS = 1000;
/** Free share of a volume that may have no room for the next file. */
const FULL = 0.001;

/** False once the process drains. */
export interface Serving {
  isOpen: boolean;
}

/**
 * `/livez` and `/healthz` respond while the process works: a restart would fix nothing else.
 * `/readyz` responds 200 when requests can be served, otherwise 503 with a reason. While space
 * runs out, it reports refused uploads and stays ready: documents can still be signed and read.
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
    const reason = serving.isOpen ? await troubleOf(deps) : 'stopping';
    if (reason === undefined) return { status: 'ready', ...(await refusedUploads(deps)) };
    unavailable(reply);
    return { status: 'not ready', reason };
  });
  done();
}

async function troubleOf({
  store,
  files,
}: Pick<ServiceDeps, 'store' | 'files'>): Promise<string | undefined> {
  const asked = store.ping().then(
    ({ isReadOnly }) => (isReadOnly ? 'the database is read-only' : undefined),
    () => 'the database takes no work',
  );
  const database = await inTime(asked, 'the database does not answer within 1 s');
  return database ?? (await inTime(fullDisk(files), undefined));
}

/** Nothing more can be signed. Files that cannot be asked are told of with uploads. */
const fullDisk = (files: Pick<ServiceDeps['files'], 'freeShare'>): Promise<string | undefined> =>
  files.freeShare().then(
    (share) => (share !== undefined && share < FULL ? 'the disk of the files is full' : undefined),
    () => undefined,
  );

async function refusedUploads(
  deps: Pick<ServiceDeps, 'files' | 'quotas'>,
): Promise<{ uploads?: string }> {
  const asked = uploadsProblem(deps).catch(() => 'the files are out of reach');
  const problem = await inTime(asked, 'the files do not answer within 1 s');
  return problem === undefined ? {} : { uploads: `refused: ${problem}` };
}

async function inTime(
  asked: Promise<string | undefined>,
  words: string | undefined,
): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string | undefined>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS, words);
  });
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
