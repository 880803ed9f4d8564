import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../locks/make-folder.ts';
import { checkSmtp } from '../../adapters/mail/smtp-mailer.ts';
import type { NamedAuthority } from '../../adapters/proof/in-order.ts';
import { InstallationMismatch } from '../../core/check-installation.ts';
import type { OpenidSettings } from '../../members/sign-in/openid-provider.adapter.ts';
import { discover } from '../../members/sign-in/openid-provider.adapter.ts';
import { ProviderFailed } from '../../members/sign-in/provider-trip.rules.ts';
import { MailNotTaken } from '../../ports/mailer.ts';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';
import { DatabaseRefused } from '../../store/plain-error.ts';
import { ConfigRefused } from '../config/problem.ts';
import type { Config } from '../config/schema/schema.ts';
import { inWords } from '../health/dependency-health.ts';
import {
  assertGateways,
  openFiles,
  openidSettings,
  timestampAuthorities,
} from '../serve/adapters-of.ts';
import { openInstallation } from '../serve/open-installation.ts';
import { sealCheck, tlsCheck } from './check-certificates.ts';
import { clockCheck, databaseCheck } from './check-database.ts';
import { gatewayCheck, testGatewayCheck } from './check-gateway.ts';
import type { CheckFinding, DeploymentCheck } from './finding.ts';
import { failed, ok } from './finding.ts';

/** Checks that every authority returns a trusted token. */
export const timestampCheck: DeploymentCheck = {
  name: 'timestamps',
  atStart: 'warn',
  run: async (deployment) => {
    const nameOf = (index: number) =>
      deployment.nameOf(['timestamps', 'authorities', String(index), 'url']);
    const asked = timestampAuthorities(deployment).map((one, index) =>
      askAuthority(one, nameOf(index)),
    );
    return await Promise.all(asked);
  },
};

async function askAuthority(
  { name: host, authority }: NamedAuthority,
  name: string,
): Promise<CheckFinding> {
  const digest = createHash('sha256').update(randomBytes(16)).digest();
  try {
    return ok(`${host}: given by ${(await authority.stamp(digest)).authority}`);
  } catch (error) {
    if (!(error instanceof TimestampUnavailable)) throw error;
    const about = `${name}: ${host} gave no valid timestamp: ${inWords(error.reason)}`;
    return failed(about, `correct ${name}`);
  }
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

async function write(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

const codeOf = (error: unknown): string => String(Object(error).code ?? error);

const FOLDER_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  ENOENT: 'no folder can be made there',
  EROFS: 'its file system is read-only',
};

async function tryFolder(folder: string): Promise<string | undefined> {
  makeFolder(folder, FOLDER_MODE);
  const path = join(folder, `.check-${randomUUID()}`);
  try {
    await write(path, path);
    const again = await write(path, path).then(() => 'none', codeOf);
    if (again !== 'EEXIST') return `the same file could be created twice (${again})`;
    return (await readFile(path, 'utf8')) === path
      ? undefined
      : 'a file was read otherwise than written';
  } finally {
    await rm(path, { force: true });
  }
}

/** Opening a bucket tests it. */
async function tryBucket(bucket: string, files: Config['files']): Promise<CheckFinding> {
  try {
    await (await openFiles(files)).close();
    return ok(`the bucket ${bucket} can be written`);
  } catch (error) {
    const about = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    return failed(`files.s3: ${about}`, 'correct files.s3');
  }
}

/** Checks that files can be created, synced, read and removed. */
export const filesCheck: DeploymentCheck = {
  name: 'files',
  atStart: 'refuse',
  run: async ({ config, nameOf }) => {
    const { folder, s3 } = config.files;
    if (s3) return await tryBucket(s3.bucket, config.files);
    if (folder === undefined) return [];
    const code = await tryFolder(folder).catch(codeOf);
    const fault = code && (FOLDER_FAULTS[code] ?? code);
    if (fault === undefined) return ok(`${folder} can be written`);
    const name = nameOf(['files', 'folder']);
    return failed(`${name}: ${folder} cannot be used: ${fault}`, `ls -ld ${folder}`);
  },
};

/** Checks that every identity provider publishes its metadata. Nobody is signed in. */
export const signInCheck: DeploymentCheck = {
  name: 'sign-in',
  atStart: 'warn',
  run: async (deployment) => {
    const nameOf = (index: number) =>
      deployment.nameOf(['signIn', 'providers', String(index), 'issuer']);
    const asked = openidSettings(deployment).map((one, index) => ask(one, nameOf(index)));
    return await Promise.all(asked);
  },
};

async function ask(settings: OpenidSettings, name: string): Promise<CheckFinding> {
  const { host } = new URL(settings.issuer);
  try {
    await discover(settings);
    return ok(`${host} is an identity provider`);
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    return failed(`${name}: ${host} cannot be used: ${error.message}`, `correct ${name}`);
  }
}

/** Checks connection and password. No mail is sent. */
export const mailCheck: DeploymentCheck = {
  name: 'mail',
  atStart: 'warn',
  run: async ({ config, nameOf }) => {
    const { host } = new URL(config.smtp.url);
    try {
      await checkSmtp(config.smtp.url);
      return ok(`${host} takes mail`);
    } catch (error) {
      if (!(error instanceof MailNotTaken)) throw error;
      const name = nameOf(['smtp', 'url']);
      return failed(
        `${name}: ${host} does not take mail: ${inWords(error.reason)}`,
        `correct ${name}`,
      );
    }
  },
};

/** Checks that schema, files, keys and public URL match, and that every stored secret opens. */
const installationCheck: DeploymentCheck = {
  name: 'installation',
  atStart: 'opening',
  run: async (deployment): Promise<CheckFinding | CheckFinding[]> => {
    try {
      const opened = await openInstallation(deployment, 'existing');
      const { installation, close } = opened;
      await assertGateways(deployment, opened).finally(close);
      return ok(`${installation.id}; every secret opens`);
    } catch (error) {
      return whyNotOpened(error);
    }
  },
};

const NEXT: Readonly<Record<string, string>> = {
  SchemaBehind: 'esign admin migrate',
  SchemaMismatch: 'run that release, or correct the settings of the database',
};

function whyNotOpened(error: unknown): CheckFinding | CheckFinding[] {
  if (error instanceof ConfigRefused)
    return error.problems.map(({ message, hint }) => failed(message, hint));
  if (error instanceof InstallationMismatch) return failed(error.fault, error.hint);
  if (!(error instanceof Error)) throw error;
  // Reported by the database check.
  if (error instanceof DatabaseRefused && error.reason === 'unreachable') return [];
  const next = NEXT[error.name] ?? 'correct the settings of database and files';
  return failed(error.message.replace(/\.$/, ''), next);
}

export const CHECKS: readonly DeploymentCheck[] = [
  sealCheck,
  tlsCheck,
  databaseCheck,
  clockCheck,
  filesCheck,
  installationCheck,
  testGatewayCheck,
  gatewayCheck,
  timestampCheck,
  mailCheck,
  signInCheck,
];
