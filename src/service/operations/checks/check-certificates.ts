import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { validatePath } from '../../../pdf/trust/validate-path.ts';
import { chooseSeal, isValidAt } from '../../core/evidence/choose-seal.rules.ts';
import type { Credentials, Deployment } from '../serve/credentials.ts';
import type { CheckFinding, DeploymentCheck } from './finding.ts';
import { day, failed, ok, testFindings, validityFindings, warning } from './finding.ts';

type CheckedSeal = Credentials['seals'][number];
type NameOf = (setting: 'certificate' | 'key' | 'chain') => string;

/** Checks the seals, without which no completion certificate could be made. */
export const sealCheck: DeploymentCheck = {
  name: 'seal',
  atStart: 'refuse',
  run: async (deployment) => {
    const { credentials, clock } = deployment;
    const { seals } = credentials;
    const now = clock.now();
    const used = chooseSeal(seals, now);
    return seals.flatMap((seal, index): CheckFinding[] => {
      const nameOf: NameOf = (setting) => deployment.nameOf(['seals', String(index), setting]);
      const isUsed = used === undefined || seal === used;
      const timely = isUsed ? timeFindings(seal, { seals, now }) : [];
      const found = [...keyFindings(deployment, seal, nameOf), ...timely];
      const isFaulty = found.some(({ state }) => state === 'failed');
      const all = isFaulty ? found : [...found, ...chainFindings(seal, now, nameOf)];
      return all.length > 0 ? all : [seal === used ? inUse(seal) : notInUse(seal)];
    });
  },
};

/** The common name in a subject, or all of it. */
const nameIn = ({ subject }: X509Certificate): string => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;

const inUse = ({ certificate }: CheckedSeal): CheckFinding =>
  ok(`sealed by ${nameIn(certificate)}, with its chain`);

function notInUse({ certificate }: CheckedSeal): CheckFinding {
  const [from, to] = [certificate.validFrom, certificate.validTo].map((at) => day(new Date(at)));
  return ok(`not in use: ${nameIn(certificate)}, valid from ${from} to ${to}`);
}

function keyFindings(
  { config }: Deployment,
  { certificate, privateKey, chain }: CheckedSeal,
  nameOf: NameOf,
): CheckFinding[] {
  const name = nameOf('certificate');
  const key = nameOf('key');
  return certificate.checkPrivateKey(privateKey)
    ? testFindings(name, [certificate, ...chain], config.environment)
    : [failed(`${key} is not the key of ${name}`, `set ${key} to the key of that certificate`)];
}

/** Its expiry is not reported while another seal follows it. */
function timeFindings(
  { certificate, chain }: CheckedSeal,
  { seals, now }: { readonly seals: readonly CheckedSeal[]; readonly now: Date },
): CheckFinding[] {
  const end = new Date(certificate.validTo);
  const isFollowed = seals.some(
    (other) => new Date(other.certificate.validTo) > end && isValidAt(other.certificate, end),
  );
  const found = validityFindings('a certificate of the seal', [certificate, ...chain], now);
  return found.filter(({ state }) => state === 'failed' || !isFollowed);
}

/** `at`, or the nearest time at which a certificate is valid. */
function nearestValid({ validFrom, validTo }: X509Certificate, at: Date): Date {
  const from = new Date(validFrom);
  return at < from ? from : new Date(Math.min(at.getTime(), Date.parse(validTo)));
}

/** A seal that is not valid now is judged at the nearest time it is. */
function chainFindings(
  { certificate, chain }: CheckedSeal,
  now: Date,
  nameOf: NameOf,
): CheckFinding[] {
  const name = nameOf('chain');
  const roots = chain.filter(({ subject, issuer }) => subject === issuer);
  if (roots.length === 0) {
    return [failed(`${name} has no root certificate`, `add the root to ${name}`)];
  }
  const at = nearestValid(certificate, now);
  const judged = validatePath(certificate, { roots, intermediates: chain, at });
  if (judged.code === 'TRUSTED') return [];
  return [failed(`the seal does not lead to its root: ${judged.message}`, `correct ${name}`)];
}

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
