import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readInputFile } from '../input/read-input-file.ts';
import type { Connection } from '../profiles/connection.ts';
import type { Environment } from '../profiles/profile.ts';
import type { Settings } from '../profiles/profile-store.ts';

/** A webhook's signing secret with a name that may be shown. */
export interface WebhookSecret {
  readonly name: string;
  readonly value: string;
}

function noSecret(why: string): CliError {
  return new CliError({
    code: 'no_secret',
    what: 'there is no signing secret to verify with',
    why,
    next: 'pass --secret-file FILE, or set ESIGN_WEBHOOK_SECRET',
    exitCode: EXIT.usage,
  });
}

/** One secret or more. */
export type Secrets = readonly [WebhookSecret, ...WebhookSecret[]];

async function secretsOfFile(path: string): Promise<Secrets> {
  const source = path === '-' ? 'stdin' : path;
  const text = (await readInputFile(path, 'the secret')).toString('utf8');
  const lines = text.split('\n').map((line) => line.trim());
  const [first, ...rest] = lines.filter((line) => line !== '');
  if (first === undefined) throw noSecret(`${source} holds none`);
  if (rest.length === 0) return [{ name: `the secret of ${source}`, value: first }];
  const more = rest.map((value, index) => ({ name: `secret ${index + 2} of ${source}`, value }));
  return [{ name: `secret 1 of ${source}`, value: first }, ...more];
}

/**
 * The secrets to verify with: those of a file (one a line, `-` is stdin), else of the environment, else of the profile.
 * @throws {CliError} exit 2 when there is none
 */
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

/** What the environment holds of secrets and keys. */
type Said = Pick<Environment, 'webhookSecret' | 'apiKey'>;

/** Every secret and key that is known here, by name: one of them may be what a delivery was signed with instead. */
export function knownSecrets({ profiles }: Settings, said: Said): readonly WebhookSecret[] {
  const named = (name: string, value: string | undefined) => (value ? [{ name, value }] : []);
  return [
    ...named('ESIGN_WEBHOOK_SECRET', said.webhookSecret),
    ...named('ESIGN_API_KEY, the API key', said.apiKey),
    ...Object.entries(profiles).flatMap(([name, { webhookSecret, apiKey }]) => [
      ...named(`the secret of profile "${name}"`, webhookSecret),
      ...named(`the API key of profile "${name}"`, apiKey),
    ]),
  ];
}
