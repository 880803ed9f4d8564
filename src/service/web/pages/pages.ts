import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../../core/deps.ts';
import { formatFailures, replyToUnknownPaths } from '../error-replies.ts';
import type { RequestCounts } from '../kit/request-counts.ts';
import { parseForm } from '../kit/request-text.ts';
import { brandingRoutes } from './branding.ts';
import { documentRoutes } from './document-routes.ts';
import { IS_TEST } from './layout.ts';
import { limitSigners, writeTooMany } from './limit-requests.ts';
import { addPageFiles, assetRoutes } from './page-files.ts';
import { certificateRoute } from './signing/certificate-route.ts';
import { declineRoute } from './signing/decline-route.ts';
import { ANSWER_BYTES, gatewayReturn } from './signing/gateway-return.ts';
import { pageFailures } from './signing/refusal.ts';
import { signRoutes } from './signing/sign-routes.ts';

export interface PagesOptions {
  readonly deps: ServiceDeps;
  readonly files: URL;
  readonly counts: RequestCounts;
}

export function pages(app: FastifyInstance, options: PagesOptions, done: () => void): void {
  const { deps, files, counts } = options;
  addPageFiles(app, files);
  app.decorate(IS_TEST, deps.gateways[0].isTest);
  formatFailures(app, { ...pageFailures(deps), writeTooMany: writeTooMany(deps) });
  replyToUnknownPaths(app);
  app.register(formbody, { bodyLimit: ANSWER_BYTES, parser: parseForm });
  app.register(multipart);
  limitSigners(app, deps, counts);
  assetRoutes(app);
  brandingRoutes(app, deps);
  signRoutes(app, deps);
  documentRoutes(app, deps);
  declineRoute(app, deps);
  certificateRoute(app, deps);
  gatewayReturn(app, deps);
  done();
}
