import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Only our own files; forms may also post to `formTargets`. */
const contentPolicy = (formTargets: readonly string[]) => ({
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
});

/** Only pages posting to `formTargets` differ. HSTS is for HTTPS only. */
export function securityHeaders(
  baseUrl: string,
  formTargets: readonly string[] = [],
): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const reply = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: contentPolicy(formTargets),
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: baseUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
  });
  setHeaders(request, reply, () => undefined);
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
