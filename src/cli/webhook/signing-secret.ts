import type { Connection } from '../profiles/connection.ts';
import { askSecret } from '../terminal/prompts.ts';
import type { Secrets } from './webhook-secrets.ts';
import { readWebhookSecrets } from './webhook-secrets.ts';

/** Where a secret may come from. */
export interface SecretSources {
  readonly file: string | undefined;
  readonly connection: Connection;
  /** Whether somebody can be asked. */
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;
}

/**
 * The secrets of a file, else of the environment, else of the profile, else of whoever sits there, who types it unseen.
 * @throws {CliError} exit 2 when there is none
 */
export async function secretsOrAsk(sources: SecretSources): Promise<Secrets> {
  const { file, connection, mayAsk, signal } = sources;
  const isKnown = file !== undefined || connection.webhookSecret !== undefined;
  if (isKnown || !mayAsk) return await readWebhookSecrets(file, connection);
  const value = await askSecret('Signing secret of the endpoint', signal);
  return [{ name: 'the secret that was typed', value }];
}
