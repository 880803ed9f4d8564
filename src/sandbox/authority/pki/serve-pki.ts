import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../service/index.ts';
import type { Faults } from '../../faults.ts';
import type { IssuerUrls } from './make-x509.ts';
import { makeCrl } from './make-x509.ts';
import type { Pki } from './pki.ts';
import type { TestTimestampAuthority } from './timestamp.ts';

const PATHS = {
  root: '/pki/test-root.cer',
  issuer: '/pki/test-issuing-ca.cer',
  crl: '/pki/test-issuing-ca.crl',
  rootCrl: '/pki/test-root.crl',
  timestamp: '/timestamp',
} as const;

const QUERY_BYTES = 16 * 1024;

export const issuerUrlsAt = (authorityUrl: string): IssuerUrls => {
  const at = (path: string) => `${authorityUrl}${path}`;
  return { certificate: at(PATHS.issuer), crl: at(PATHS.crl) };
};

/** All CRLs. CA certificates name none. */
export const crlUrlsAt = (authorityUrl: string): string[] => [
  `${authorityUrl}${PATHS.crl}`,
  `${authorityUrl}${PATHS.rootCrl}`,
];

export const timestampUrlAt = (authorityUrl: string): string => `${authorityUrl}${PATHS.timestamp}`;

export interface PkiServerOptions {
  readonly pki: Pki;
  readonly tsa: TestTimestampAuthority;
  readonly clock: Clock;
  readonly faults: Faults;
}

/** Serves certificates, CRLs (RFC 2585) and timestamps (RFC 3161, 3.4). */
export function servePki(
  app: FastifyInstance,
  { pki, tsa, clock, faults }: PkiServerOptions,
): void {
  app.get(PATHS.root, (_request, reply) => reply.type('application/pkix-cert').send(pki.root));
  app.get(PATHS.issuer, (_request, reply) =>
    reply.type('application/pkix-cert').send(pki.subCa.certificate),
  );
  app.get(PATHS.crl, async (_request, reply) =>
    reply.type('application/pkix-crl').send(await makeCrl(pki.subCa, clock.now())),
  );
  app.get(PATHS.rootCrl, (_request, reply) =>
    pki.rootCrl ? reply.type('application/pkix-crl').send(pki.rootCrl) : reply.code(404).send(),
  );
  const asBuffer = { parseAs: 'buffer', bodyLimit: QUERY_BYTES } as const;
  app.addContentTypeParser('application/timestamp-query', asBuffer, (_request, body, done) =>
    done(null, body),
  );
  app.post(PATHS.timestamp, (request, reply) => {
    if (faults.take('timestamp')) return reply.code(503).send();
    const query = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return reply.type('application/timestamp-reply').send(tsa.respond(query));
  });
}
