import { openidProvider } from '../adapters/sign-in/openid-provider.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { ConfigRefused } from '../config/problem.ts';
import type { KnownCertificate } from '../metrics/meters.ts';
import type { RunningService } from '../start.ts';
import { startService } from '../start.ts';
import {
  billingOf,
  certificatesOf,
  gatewaysOf,
  mailerOf,
  openidSettings,
  proofOf,
  sealsOf,
  tlsOf,
} from './adapters-of.ts';
import { assertGateways } from './assert-gateways.ts';
import type { CheckResult, DeploymentCheck } from './checks/check.ts';
import { runChecks } from './checks/check.ts';
import { CHECKS } from './checks/checks.ts';
import { tlsCheck } from './checks/tls.ts';
import { readCredentials } from './credentials.ts';
import type { Deployment } from './deployment.ts';
import type { DatabaseWait, OpenInstallation } from './open-installation.ts';
import { openInstallation } from './open-installation.ts';

/**
 * Reads what the files of a configuration hold.
 * @throws {ConfigRefused} with every file that cannot be used
 */
export const openDeployment = (loaded: LoadedConfig, release: string): Deployment => ({
  ...loaded,
  release,
  credentials: readCredentials(loaded),
  clock: { now: () => new Date() },
});

const checksThat = (atStart: DeploymentCheck['atStart']) =>
  CHECKS.filter((check) => check.atStart === atStart);

/**
 * Makes all checks of a deployment; nothing stays changed.
 * @throws {ConfigRefused} when a file that the configuration names cannot be used
 */
export async function checkDeployment(
  loaded: LoadedConfig,
  release: string,
): Promise<CheckResult[]> {
  return await runChecks(CHECKS, openDeployment(loaded, release));
}

/** A deployment that serves. */
export interface Serving extends RunningService {
  /** Warnings, once all checks are done. Never rejects. */
  readonly warnings: Promise<readonly CheckResult[]>;
  /**
   * Takes over the log level and the TLS certificate of settings that were read again, and nothing else of them.
   * Returns whether there is a certificate.
   * @throws {ConfigRefused} with everything that is wrong with that certificate and with the files; then nothing has changed
   */
  reload(loaded: LoadedConfig): Promise<{ readonly hasTls: boolean }>;
}

/**
 * Makes the checks that a start needs, waits for the database, and starts the service. Its log goes to standard error.
 * @throws {ConfigRefused} with everything that keeps it from serving
 * @throws {DatabaseRefused} {SchemaBehind} {SchemaMismatch} {BucketRefused} {InstallationMismatch}
 * @throws the signal's reason once it is aborted
 */
export async function serve(
  loaded: LoadedConfig,
  { version, ...wait }: DatabaseWait & { readonly version: string },
): Promise<Serving> {
  const deployment = openDeployment(loaded, version);
  const results = await pass(checksThat('refuse'), deployment);
  let { credentials } = deployment;
  const certificates = () => certificatesOf({ credentials });
  const running = await start(deployment, await openChecked(deployment, wait), certificates);
  const warnings = runChecks(checksThat('warn'), deployment).then((later) =>
    [...results, ...later].filter(({ state }) => state !== 'ok'),
  );
  return {
    ...running,
    warnings,
    reload: async (again) => {
      const next = openDeployment(again, version);
      const { tls } = next.credentials;
      if (!tls !== !credentials.tls) throw new ConfigRefused([SWITCHED]);
      await pass([tlsCheck], next);
      running.renew({ logLevel: next.config.log.level, tls: tlsOf(next) });
      credentials = { ...credentials, tls };
      return { hasTls: tls !== undefined };
    },
  };
}

const SWITCHED = {
  setting: 'http.tls',
  message: 'http.tls was added or removed, which needs a restart',
  hint: 'restart the process',
};

/** Makes checks. @throws {ConfigRefused} with those that fail */
async function pass(
  checks: readonly DeploymentCheck[],
  deployment: Deployment,
): Promise<CheckResult[]> {
  const results = await runChecks(checks, deployment);
  const refused = results.filter(({ state }) => state === 'failed');
  if (refused.length > 0) throw new ConfigRefused(refused.map(problemOf));
  return results;
}

async function openChecked(deployment: Deployment, wait: DatabaseWait): Promise<OpenInstallation> {
  const opened = await openInstallation(deployment, 'existing', wait);
  try {
    await assertGateways(deployment, opened);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const problemOf = ({ name, about, next }: CheckResult) => ({
  setting: name,
  message: about,
  hint: next ?? 'esign serve --check',
});

async function start(
  deployment: Deployment,
  { store, files }: OpenInstallation,
  certificates: () => KnownCertificate[],
): Promise<RunningService> {
  const { config, credentials, clock, release: version } = deployment;
  const { http, webhooks, log, limits, metrics } = config;
  const mailer = await mailerOf(deployment);
  return await startService({
    store: Promise.resolve(store),
    files,
    installation: 'existing',
    keys: credentials.keys,
    seals: sealsOf(deployment),
    gateways: gatewaysOf(deployment),
    proof: proofOf(deployment),
    billing: billingOf(deployment),
    identityProviders: openidSettings(deployment).map(openidProvider),
    mailer,
    clock,
    webhookAddresses: 'public',
    webhookNetworks: webhooks.allowedNetworks,
    roles: config.roles,
    host: http.host,
    port: http.port,
    tls: tlsOf(deployment),
    publicUrl: http.publicUrl,
    trustProxy: http.trustedProxies,
    maxConnections: http.maxConnections,
    quotas: limits,
    accountLimit: limits.accountPerMinute,
    pdfSecondsPerMinute: limits.pdfSecondsPerMinute,
    metrics: metrics.port === 0 ? undefined : metrics,
    certificates,
    logger: { level: log.level, stream: process.stderr },
    version,
  });
}
