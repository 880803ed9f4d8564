import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { Pki } from '../../../src/sandbox/authority/pki/pki.ts';
import { loadConfig } from '../../../src/service/operations/config/load-config.ts';
import type { Deployment } from '../../../src/service/operations/serve/credentials.ts';
import { readCredentials } from '../../../src/service/operations/serve/credentials.ts';
import type { Clock } from '../../../src/service/ports/clock.ts';
import { writeConfig, writePrivate } from './a-config.ts';

/** Certificates as PEM, one after the other. */
export const pemOf = (...ders: readonly Buffer[]): string =>
  ders.map((der) => new X509Certificate(der).toString()).join('');

/** The files of certificates and keys that `writeConfig` names, by the TEST authority. */
export const filesOf = (pki: Pki): Readonly<Record<string, string>> => ({
  'seal.pem': pemOf(pki.seal.certificate),
  'seal.key': pki.seal.privateKey,
  'seal-chain.pem': pemOf(...pki.sealChain),
  'asp.pem': pemOf(pki.asp.certificate),
  'asp.key': pki.asp.privateKey,
  'answers.pem': pemOf(pki.answer.certificate),
  'roots.pem': pemOf(pki.root),
});

/** What differs from a deployment for tests that is in order. */
interface DeploymentWishes {
  readonly files?: Readonly<Record<string, string>>;
  readonly change?: (text: string) => string;
  readonly clock?: Clock;
}

/** A deployment in a folder, with the TEST authority's keys and certificates. */
export async function aDeployment(
  folder: string,
  pki: Pki,
  { files, change = (text) => text, clock = { now: () => new Date() } }: DeploymentWishes = {},
): Promise<Deployment> {
  for (const [name, text] of Object.entries({ ...filesOf(pki), ...files })) {
    await writePrivate(join(folder, name), text);
  }
  const path = await writeConfig(folder, (text) => change(`environment = "test"\n${text}`));
  const loaded = loadConfig({ path, env: {} });
  return { ...loaded, credentials: readCredentials(loaded), clock, release: '0.2.0' };
}
