import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { replyWithErrors } from '../plugins/error-replies.ts';
import { assetRoutes } from './asset-routes.ts';
import { downloadRoute } from './download.ts';
import { PAGE_FAILURES } from './failure-page.ts';
import { limitRequests } from './limit-requests.ts';
import { openPageFiles } from './page-files.ts';
import { keepPageFiles } from './send-page.ts';
import { documentRoutes } from './signing/document-routes.ts';
import { ANSWER_BYTES, gatewayReturn } from './signing/gateway-return.ts';
import { signRoutes } from './signing/sign-routes.ts';

/** What pages are made of. */
export interface PagesOptions {
  readonly deps: ServiceDeps;
  /** Folder of the files that they load. */
  readonly files: URL;
}

/** What signers see, and every path that is nobody's. */
export function pages(app: FastifyInstance, options: PagesOptions, done: () => void): void {
  const { deps, files } = options;
  keepPageFiles(app, openPageFiles(files));
  replyWithErrors(app, PAGE_FAILURES);
  app.register(formbody, { bodyLimit: ANSWER_BYTES });
  app.register(multipart);
  app.register(rateLimit, { global: false }).after(() => {
    limitRequests(app);
    assetRoutes(app);
    signRoutes(app, deps);
    documentRoutes(app, deps);
    gatewayReturn(app, deps);
    downloadRoute(app, deps);
  });
  done();
}
