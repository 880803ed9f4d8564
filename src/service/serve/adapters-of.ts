import type { X509Certificate } from 'node:crypto';
import type { EsignGatewayOptions } from '../adapters/gateway/esign-gateway.ts';
import { esignGateway } from '../adapters/gateway/esign-gateway.ts';
import { httpLists } from '../adapters/proof/http-lists.ts';
import { httpTimestamps } from '../adapters/proof/http-timestamps.ts';
import type { KnownCertificate } from '../metrics/meters.ts';
import type { SigningGateway } from '../ports/signing-gateway.ts';
import type { TimestampAuthority } from '../ports/timestamp-authority.ts';
import type { Gateways, LongTermProof, Seal } from '../use-cases/deps.ts';
import type { GatewayCredentials, KeyPair } from './credentials.ts';
import type { Deployment } from './deployment.ts';

const ders = (certificates: readonly X509Certificate[]): Buffer[] =>
  certificates.map(({ raw }) => raw);

const derPair = ({ certificate, privateKey }: KeyPair) => ({
  certificate: certificate.raw,
  privateKey,
});

/** The gateways of a deployment, in the order of its settings. */
export function gatewaysOf({ config, credentials, clock }: Deployment): Gateways {
  const isTest = config.environment === 'test';
  const open = (one: GatewayCredentials) => signingGateway(one, { isTest, clock });
  const [first, ...others] = credentials.gateways;
  return [open(first), ...others.map(open)];
}

function signingGateway(
  { settings, asp, espCertificates, roots, chain }: GatewayCredentials,
  shared: Pick<EsignGatewayOptions, 'isTest' | 'clock'>,
): SigningGateway {
  const { names, subFilter, languageParameter, ...rest } = settings;
  return esignGateway({
    ...rest,
    ...shared,
    asp: derPair(asp),
    espCertificates: ders(espCertificates),
    roots: ders(roots),
    chain: ders(chain),
    ...(names && { names }),
    ...(subFilter && { subFilter }),
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
export function certificatesOf({
  credentials: { seal, gateways },
}: Pick<Deployment, 'credentials'>): KnownCertificate[] {
  const known = (name: string, { certificate }: KeyPair): KnownCertificate => ({
    name,
    notAfter: new Date(certificate.validTo),
  });
  return [
    known('seal', seal),
    ...gateways.map(({ settings: { id }, asp }) => known(`asp ${id}`, asp)),
  ];
}
