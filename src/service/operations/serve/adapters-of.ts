import type { X509Certificate } from 'node:crypto';
import { openFolder } from '../../adapters/files/folder.ts';
import { openBucket } from '../../adapters/files/open-bucket.ts';
import { AnswerJudge } from '../../adapters/gateway/answer-judge.ts';
import type { EsignGatewayOptions } from '../../adapters/gateway/esign-gateway.ts';
import { esignGateway } from '../../adapters/gateway/esign-gateway.ts';
import { openSmtpMailer } from '../../adapters/mail/smtp-mailer.ts';
import { openRazorpay } from '../../adapters/payments/razorpay.ts';
import { httpLists } from '../../adapters/proof/http-lists.ts';
import { httpTimestamps } from '../../adapters/proof/http-timestamps.ts';
import type { NamedAuthority } from '../../adapters/proof/in-order.ts';
import { timestampsInOrder } from '../../adapters/proof/in-order.ts';
import { keySeal } from '../../adapters/proof/key-seal.ts';
import { findAssets } from '../../assets.ts';
import type { Billing } from '../../billing/billing-deps.ts';
import type { Gateways, LongTermProof, ServiceDeps } from '../../core/deps.ts';
import { bounceAddress } from '../../core/mails/bounce.rules.ts';
import { unanswerableBefore } from '../../core/signing/signature.rules.ts';
import type { OpenidSettings } from '../../members/sign-in/openid-provider.adapter.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Seal } from '../../ports/seal.ts';
import type { SigningGateway } from '../../ports/signing-gateway.ts';
import type { TlsIdentity } from '../../web/server-options.ts';
import { ConfigRefused } from '../config/problem.ts';
import type { Config } from '../config/schema/schema.ts';
import type { Deployment, GatewayCredentials, KeyPair } from './credentials.ts';
import type { KnownCertificate } from './meters.ts';

/** Every attempt with an answer, or waiting for one, needs its gateway. @throws {ConfigRefused} */
export async function assertGateways(
  { config: { gateways } }: Pick<Deployment, 'config'>,
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
): Promise<void> {
  const live = await store.listLiveGateways(unanswerableBefore(clock.now()));
  const missing = live.filter((gateway) => !gateways.some(({ id }) => id === gateway));
  if (missing.length === 0) return;
  const problems = missing.map((id) => ({
    setting: 'gateways',
    message: `gateways has no "${id}", where signers have begun to sign: their answers could not be read`,
    hint: `add the gateway "${id}" again, as the last one, for another hour at least`,
  }));
  throw new ConfigRefused(problems);
}

/** @throws {BucketRefused} */
export async function openFiles({ folder, s3 }: Config['files']): Promise<FileStore> {
  if (s3) return await openBucket(s3);
  if (folder === undefined) throw new RangeError('The configuration has no place for files.');
  return await openFolder(folder);
}

const ders = (certificates: readonly X509Certificate[]): Buffer[] =>
  certificates.map(({ raw }) => raw);

const derPair = ({ certificate, privateKey }: KeyPair) => ({
  certificate: certificate.raw,
  privateKey,
});

/** Shared by all gateways of a process. Its thread starts with the first answer. */
export const openAnswerJudge = (): AnswerJudge =>
  new AnswerJudge({ script: findAssets(import.meta.url).answerJudge });

/** In the order of the settings. */
export function gatewaysOf({ config, credentials, clock }: Deployment): Gateways {
  const isTest = config.environment === 'test';
  const judge = openAnswerJudge();
  const open = (one: GatewayCredentials) => signingGateway(one, { isTest, clock, judge });
  const [first, ...others] = credentials.gateways;
  return [open(first), ...others.map(open)];
}

function signingGateway(
  { settings, asp, espCertificates, roots, chain }: GatewayCredentials,
  shared: Pick<EsignGatewayOptions, 'isTest' | 'clock' | 'judge'>,
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

/** @throws {InvalidMailServer} */
export async function mailerOf({ config, credentials }: Deployment): Promise<Mailer> {
  const { url, from, bounceDomain: domain } = config.smtp;
  const [secret] = credentials.keys.links;
  const bouncesTo = (mailId: string) => bounceAddress({ secret }, { mailId, domain: domain ?? '' });
  return await openSmtpMailer({ url, from, ...(domain !== undefined && { bouncesTo }) });
}

/** Undefined if the deployment sells nothing. */
export function billingOf({ config: { payments } }: Deployment): Billing | undefined {
  if (!payments) return undefined;
  const { keyId, keySecret, webhookSecret, planId, creditPaise, monthPaise, sac } = payments;
  const { supplierName, supplierAddress, supplierState, supplierGstin } = payments;
  return {
    payments: openRazorpay({ keyId, keySecret, webhookSecret, planId }),
    supplier: {
      legalName: supplierName,
      address: supplierAddress,
      state: supplierState,
      gstin: supplierGstin ?? null,
      sac,
    },
    prices: { creditPaise, monthPaise: monthPaise === 0 ? null : monthPaise },
  };
}

export const openidSettings = ({ config }: Pick<Deployment, 'config'>): OpenidSettings[] =>
  (config.signIn.providers ?? []).map(({ only: isOnly, ...provider }) => ({ ...provider, isOnly }));

export const sealsOf = ({ credentials: { seals } }: Deployment): Seal[] =>
  seals.map((seal) => keySeal({ ...derPair(seal), chain: ders(seal.chain) }));

/** Longest time for one timestamping authority, in milliseconds. */
const TIMESTAMP_MS = 5000;

/** Named by host, in the order of the settings; none if timestamps are off. */
export function timestampAuthorities(deployment: Deployment): NamedAuthority[] {
  const { config, credentials, clock } = deployment;
  const { policy, authorities } = config.timestamps;
  if (policy === 'off') return [];
  return authorities.map(({ url }, index) => {
    const { roots = [], chain = [] } = credentials.timestamps[index] ?? {};
    const trusted = { roots: ders(roots), chain: ders(chain) };
    const authority = httpTimestamps({ url, ...trusted, clock, timeoutMs: TIMESTAMP_MS });
    return { name: new URL(url).host, authority };
  });
}

/** The source of long-term proof; undefined if none is configured. */
export function proofOf(deployment: Deployment): LongTermProof | undefined {
  const { policy, renew: renews } = deployment.config.timestamps;
  const authorities = timestampAuthorities(deployment);
  if (policy === 'off' || authorities.length === 0) return undefined;
  const timestamps = timestampsInOrder(authorities);
  return { policy, timestamps, revocation: httpLists({ clock: deployment.clock }), renews };
}

/** TLS identity for a server; undefined if the service speaks HTTP. */
export function tlsOf({ credentials }: Pick<Deployment, 'credentials'>): TlsIdentity | undefined {
  const { tls } = credentials;
  return (
    tls && {
      certificate: [tls.certificate, ...tls.chain].join(''),
      key: tls.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
  );
}

/** Expiry of certificates by their settings; of several seals, the last. */
export function certificatesOf({
  credentials: { tls, seals, gateways },
}: Pick<Deployment, 'credentials'>): KnownCertificate[] {
  const endOf = ({ certificate }: KeyPair) => new Date(certificate.validTo).getTime();
  return [
    ...(tls ? [{ name: 'tls', notAfter: new Date(endOf(tls)) }] : []),
    { name: 'seal', notAfter: new Date(Math.max(...seals.map(endOf))) },
    ...gateways.map(({ settings: { id }, asp }) => {
      return { name: `asp ${id}`, notAfter: new Date(endOf(asp)) };
    }),
  ];
}
