import { fingerprintOf } from '../../contract/webhooks/webhook-signature.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readInputFile } from '../input/read-input-file.ts';
import type { Connection } from '../profiles/connection.ts';
import type { Environment } from '../profiles/profile.ts';
import type { Settings } from '../profiles/profile-store.ts';
import { askSecret } from '../terminal/prompts.ts';

export interface WebhookSecret {
  readonly name: string;
  readonly value: string;
}

/** The name with the fingerprint, as the service lists it. */
export const fingerprinted = ({ name, value }: WebhookSecret): string =>
  `${name} (sha256:${fingerprintOf(value)})`;

export type Secrets = readonly [WebhookSecret, ...WebhookSecret[]];

function noSecret(why: string): CliError {
  return new CliError({
    code: 'no_secret',
    what: 'there is no signing secret',
    why,
    next: 'pass --secret-file FILE, or set ESIGN_WEBHOOK_SECRET',
    exitCode: EXIT.usage,
  });
}

async function secretsOfFile(path: string): Promise<Secrets> {
  const source = path === '-' ? 'stdin' : path;
  const text = (await readInputFile(path, 'the secret')).toString('utf8');
  const lines = text.split('\n').map((line) => line.trim());
  const [first, ...rest] = lines.filter((line) => line !== '');
  if (first === undefined) throw noSecret(`${source} is empty`);
  if (rest.length === 0) return [{ name: `the secret of ${source}`, value: first }];
  const more = rest.map((value, index) => ({ name: `secret ${index + 2} of ${source}`, value }));
  return [{ name: `secret 1 of ${source}`, value: first }, ...more];
}

/** From a file (`-`: stdin; one per line), environment or profile. Throws a `CliError` (exit 2). */
export async function readWebhookSecrets(
  file: string | undefined,
  { webhookSecret: value, secretSource, profile }: Connection,
): Promise<Secrets> {
  if (file !== undefined) return await secretsOfFile(file);
  if (value === undefined) throw noSecret('neither the environment nor the profile has one');
  const isOfProfile = secretSource === 'profile';
  const name = isOfProfile ? `the secret of profile "${profile}"` : 'ESIGN_WEBHOOK_SECRET';
  return [{ name, value }];
}

export interface SecretSources {
  readonly file: string | undefined;
  readonly connection: Connection;
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
}

/** Prompts for a missing secret. Throws a `CliError` (exit 2) if there is none and no prompt. */
export async function secretsOrAsk(sources: SecretSources): Promise<Secrets> {
  const { file, connection, mayAsk, signal } = sources;
  const isKnown = file !== undefined || connection.webhookSecret !== undefined;
  if (isKnown || !mayAsk) return await readWebhookSecrets(file, connection);
  const value = await askSecret('Signing secret of the endpoint', signal);
  return [{ name: 'the secret you typed', value }];
}

/** Every secret and key known here, because one may have signed a delivery by mistake. */
export function knownSecrets(
  { profiles }: Settings,
  environment: Pick<Environment, 'webhookSecret' | 'apiKey'>,
): readonly WebhookSecret[] {
  const named = (name: string, value: string | undefined) => (value ? [{ name, value }] : []);
  return [
    ...named('ESIGN_WEBHOOK_SECRET', environment.webhookSecret),
    ...named('ESIGN_API_KEY, the API key', environment.apiKey),
    ...Object.entries(profiles).flatMap(([name, { webhookSecret, apiKey }]) => [
      ...named(`the secret of profile "${name}"`, webhookSecret),
      ...named(`the API key of profile "${name}"`, apiKey),
    ]),
  ];
}
