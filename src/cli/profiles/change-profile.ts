import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { required } from '../input/argument.ts';
import { readSecretFromStdin } from '../input/read-input-file.ts';
import { readAddress } from './connection.ts';
import type { Profile } from './profile.ts';

export const profileArgs = { name: required('name of the profile') };

export const profileFlags = {
  'base-url': Flags.string({ description: 'address of the service', helpValue: 'URL' }),
  'with-key': Flags.boolean({
    description: 'read the API key from stdin',
    exclusive: ['with-webhook-secret'],
  }),
  'with-webhook-secret': Flags.boolean({ description: 'read the webhook secret from stdin' }),
  'allow-recipient': Flags.string({
    description:
      'only send to emails or phones that match, such as *@example.in or 98765* (repeatable)',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'PATTERN',
    exclusive: ['allow-any-recipient'],
  }),
  'allow-any-recipient': Flags.boolean({ description: 'remove the recipient allow-list' }),
};

type ProfileFlags = Interfaces.InferredFlags<typeof profileFlags>;

/** Undefined fields stay unchanged. */
export interface ProfileChange {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly webhookSecret?: string | undefined;
  /** Replaces the patterns; null removes them. */
  readonly allowedRecipients?: readonly string[] | null | undefined;
}

/** Reads secrets from stdin. Throws a `CliError` (exit 2) for an invalid pattern. */
export async function readProfileChange(flags: ProfileFlags): Promise<ProfileChange> {
  const { readPattern } = await import('../signers/recipient-allow-list.ts');
  const patterns = flags['allow-recipient']?.map(readPattern);
  return {
    baseUrl: flags['base-url'],
    apiKey: flags['with-key'] ? await readSecretFromStdin('the key') : undefined,
    webhookSecret: flags['with-webhook-secret']
      ? await readSecretFromStdin('the webhook secret')
      : undefined,
    allowedRecipients: flags['allow-any-recipient'] ? null : patterns,
  };
}

/** The allow-list survives a change of address, so that a test profile never reaches customers. */
function allowListOf(before: Profile | undefined, { allowedRecipients }: ProfileChange) {
  const list = allowedRecipients === undefined ? before?.allowedRecipients : allowedRecipients;
  return list ? { allowedRecipients: list } : {};
}

/**
 * A new address drops the key, secret and sandbox folder, which belong to the old one. Throws a
 * `CliError` (exit 2) for a new profile without an address.
 */
export function changeProfile(
  name: string,
  before: Profile | undefined,
  change: ProfileChange,
): Profile {
  const address = change.baseUrl ?? before?.baseUrl;
  if (address === undefined) {
    throw new CliError({
      code: 'base_url_missing',
      what: `profile "${name}" does not exist yet and needs an address`,
      next: `esign profile set ${name} --base-url https://esign.example.com`,
      exitCode: EXIT.usage,
    });
  }
  const url = readAddress(address);
  const moves = before !== undefined && readAddress(before.baseUrl).origin !== url.origin;
  const { allowedRecipients: _former, ...kept } = before ?? {};
  return {
    ...(moves ? {} : kept),
    baseUrl: url.href.replace(/\/$/, ''),
    ...(change.apiKey !== undefined && { apiKey: change.apiKey }),
    ...(change.webhookSecret !== undefined && { webhookSecret: change.webhookSecret }),
    ...allowListOf(before, change),
  };
}

export function withoutKey(profile: Profile): Profile {
  const { apiKey: _forgotten, ...rest } = profile;
  return rest;
}
