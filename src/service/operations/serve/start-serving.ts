import { openidProvider } from '../../members/sign-in/openid-provider.adapter.ts';
import type { RunningService } from '../../start.ts';
import { startService } from '../../start.ts';
import { tlsCheck } from '../checks/check-certificates.ts';
import { CHECKS } from '../checks/checks.ts';
import type { CheckResult, DeploymentCheck } from '../checks/finding.ts';
import { runChecks } from '../checks/finding.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { ConfigRefused } from '../config/problem.ts';
import {
  assertGateways,
  billingOf,
  certificatesOf,
  gatewaysOf,
  mailerOf,
  openidSettings,
  proofOf,
  sealsOf,
  tlsOf,
} from './adapters-of.ts';
import type { Deployment } from './credentials.ts';
import { readCredentials } from './credentials.ts';
import type { KnownCertificate } from './meters.ts';
import type { DatabaseWait, OpenInstallation } from './open-installation.ts';
import { openInstallation } from './open-installation.ts';

/** @throws {ConfigRefused} with every file that cannot be used */
export const openDeployment = (loaded: LoadedConfig, release: string): Deployment => ({
  ...loaded,
  release,
  credentials: readCredentials(loaded),
  clock: { now: () => new Date() },
});

const checksThat = (atStart: DeploymentCheck['atStart']) =>
  CHECKS.filter((check) => check.atStart === atStart);

/** Leaves no changes. @throws {ConfigRefused} when a file of the configuration cannot be used */
export async function checkDeployment(
  loaded: LoadedConfig,
  release: string,
): Promise<CheckResult[]> {
  return await runChecks(CHECKS, openDeployment(loaded, release));
}

export interface ServingProcess extends RunningService {
  /** Warnings, once all checks are done. Never rejects. */
  readonly warnings: Promise<readonly CheckResult[]>;
  /**
   * Applies only log level and TLS certificate.
   * @throws {ConfigRefused} with all problems of the files or that certificate; then nothing
   * changes
   */
  reload(loaded: LoadedConfig): Promise<{ readonly hasTls: boolean }>;
}

/**
 * Checks, waits for the database, and starts the service. Logs to standard error.
 * @throws {ConfigRefused} with everything that keeps it from serving
 * @throws {DatabaseRefused} {SchemaBehind} {SchemaMismatch} {BucketRefused} {InstallationMismatch}
 * @throws the signal's reason once it is aborted
 */
export async function serve(
  loaded: LoadedConfig,
  { version, ...wait }: DatabaseWait & { readonly version: string },
): Promise<ServingProcess> {
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

/** @throws {ConfigRefused} with the checks that fail */
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
    formerUrls: http.formerUrls,
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
