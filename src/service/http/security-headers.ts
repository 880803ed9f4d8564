import type { FastifyHelmetOptions } from '@fastify/helmet';

const SELF = ["'self'"];
const NONE = ["'none'"];

/** The content policy of every answer: nothing but our own files; forms go to us, and where `formTargets` says. */
export function contentPolicy(formTargets: readonly string[] = []) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: NONE,
      styleSrc: SELF,
      scriptSrc: SELF,
      imgSrc: SELF,
      connectSrc: SELF,
      formAction: [...SELF, ...formTargets],
      baseUri: NONE,
      frameAncestors: NONE,
    },
  };
}

/** Helmet's settings; browsers are told to insist on HTTPS only where the service is reached by it. */
export function securityHeaders(baseUrl: string): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: contentPolicy(),
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: baseUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
  };
}
