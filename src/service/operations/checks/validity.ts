import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { DAY_MS } from '../../../contract/durations.ts';
import type { CheckFinding, DeploymentCheck } from './finding.ts';
import { failed, ok, warning } from './finding.ts';

const isFor = (certificate: X509Certificate, hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return name !== undefined;
};

/** Checks key, validity and name of the service's own certificate, but not its issuer. */
export const tlsCheck: DeploymentCheck = {
  name: 'tls',
  atStart: 'refuse',
  run: async ({ config, credentials: { tls }, clock, nameOf }) => {
    if (tls === undefined) return [];
    const [name, key] = [nameOf(['http', 'tls', 'certificate']), nameOf(['http', 'tls', 'key'])];
    if (!tls.certificate.checkPrivateKey(tls.privateKey)) {
      const next = `set ${key} to the key of the first certificate in ${name}`;
      return failed(`${key} is not the key of ${name}`, next);
    }
    const all = [tls.certificate, ...tls.chain];
    const { hostname } = new URL(config.http.publicUrl);
    const found = [
      ...validityFindings(`a certificate of ${name}`, all, clock.now()),
      ...(isFor(tls.certificate, hostname)
        ? []
        : [
            warning(
              `the certificate of ${name} is not for ${hostname}, the host of http.public_url`,
              `use one for ${hostname}, unless only a proxy connects that accepts this one`,
            ),
          ]),
    ];
    return found.length > 0 ? found : ok('the service speaks HTTPS with its certificate');
  },
};

/** Long enough to have a new certificate issued. */
const WARNED_DAYS = 30;

export const day = (date: Date): string => date.toISOString().slice(0, 10);

/** Reports certificates that are not valid, or expire soon. */
export function validityFindings(
  what: string,
  certificates: readonly X509Certificate[],
  now: Date,
): CheckFinding[] {
  return certificates.flatMap(({ validFrom, validTo }): CheckFinding[] => {
    const [from, to] = [new Date(validFrom), new Date(validTo)];
    const renew = 'have it reissued';
    if (now < from)
      return [failed(`${what} is valid only from ${day(from)}`, 'wait, or set the clock')];
    if (now > to) return [failed(`${what} expired on ${day(to)}`, renew)];
    const days = Math.floor((to.getTime() - now.getTime()) / DAY_MS);
    if (days >= WARNED_DAYS) return [];
    return [warning(`${what} expires in ${days} days, on ${day(to)}`, renew)];
  });
}

const TEST_NAME = /\bTEST\b/;

/** Rejects TEST certificates in production. */
export function testFindings(
  what: string,
  certificates: readonly X509Certificate[],
  environment: 'production' | 'test',
): CheckFinding[] {
  const isTest = certificates.some(({ subject }) => TEST_NAME.test(subject));
  if (environment === 'test' || !isTest) return [];
  const next = 'use a real one, or set environment = "test"';
  return [failed(`${what} is a TEST certificate, and the environment is production`, next)];
}
