import type { X509Certificate } from 'node:crypto';
import { esignGateway } from '../adapters/gateway/esign-gateway.ts';
import { httpLists } from '../adapters/proof/http-lists.ts';
import { httpTimestamps } from '../adapters/proof/http-timestamps.ts';
import type { KnownCertificate } from '../metrics/meters.ts';
import type { SigningGateway } from '../ports/signing-gateway.ts';
import type { TimestampAuthority } from '../ports/timestamp-authority.ts';
import type { LongTermProof, Seal } from '../use-cases/deps.ts';
import type { KeyPair } from './credentials.ts';
import { gatewayOf } from './credentials.ts';
import type { Deployment } from './deployment.ts';

const ders = (certificates: readonly X509Certificate[]): Buffer[] =>
  certificates.map(({ raw }) => raw);

const derPair = ({ certificate, privateKey }: KeyPair) => ({
  certificate: certificate.raw,
  privateKey,
});

/** The gateway of a deployment. */
export function signingGateway({ config, credentials, clock }: Deployment): SigningGateway {
  const { transport, action, aspId, name, names, responseSigType, languageParameter } =
    gatewayOf(config);
  const { asp, espCertificates, roots, chain } = credentials.gateway;
  return esignGateway({
    transport,
    action,
    aspId,
    name,
    responseSigType,
    asp: derPair(asp),
    espCertificates: ders(espCertificates),
    roots: ders(roots),
    chain: ders(chain),
    clock,
    isTest: config.environment === 'test',
    ...(names && { names }),
    ...(languageParameter !== undefined && { languageParameter }),
  });
}

/** The seal of a deployment. */
export function sealOf({ credentials: { seal } }: Deployment): Seal {
  return { ...derPair(seal), chain: ders(seal.chain) };
}

/** The timestamping authority; undefined if there is none. */
export function timestampsOf({
  config,
  credentials,
  clock,
}: Deployment): TimestampAuthority | undefined {
  const [authority] = config.timestamps.authorities;
  if (authority === undefined || config.timestamps.policy === 'off') return undefined;
  const { roots, chain } = credentials.timestamps;
  return httpTimestamps({ url: authority.url, roots: ders(roots), chain: ders(chain), clock });
}

/** Where proof for later checks comes from; undefined if there is to be none. */
export function proofOf(deployment: Deployment): LongTermProof | undefined {
  const { policy } = deployment.config.timestamps;
  const timestamps = timestampsOf(deployment);
  if (policy === 'off' || timestamps === undefined) return undefined;
  return { policy, timestamps, revocation: httpLists({ clock: deployment.clock }) };
}

/** The certificates of a deployment that end some day, by their settings. */
export function certificatesOf({ credentials: { seal, gateway } }: Deployment): KnownCertificate[] {
  const known = { seal: seal.certificate, asp: gateway.asp.certificate };
  return Object.entries(known).map(([name, { validTo }]) => ({
    name,
    notAfter: new Date(validTo),
  }));
}
