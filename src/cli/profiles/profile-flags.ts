import { Flags } from '@oclif/core';
import { readSecretFromStdin } from '../input/read-stdin.ts';
import { readPattern } from '../signers/recipient-allow-list.ts';
import type { ProfileChange } from './change-profile.ts';

/** The flags of `profile set`. */
export const profileFlags = {
  'base-url': Flags.string({ description: 'address of the service', helpValue: 'URL' }),
  'with-key': Flags.boolean({
    description: 'read the key from stdin',
    exclusive: ['with-webhook-secret'],
  }),
  'with-webhook-secret': Flags.boolean({ description: 'read the webhook secret from stdin' }),
  'allow-recipient': Flags.string({
    description:
      'send to emails or phones of this pattern only, such as *@example.in or 98765* (again for each)',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'PATTERN',
    exclusive: ['allow-any-recipient'],
  }),
  'allow-any-recipient': Flags.boolean({ description: 'send to anybody again' }),
};

/** The flags as they were given. */
interface ProfileFlags {
  readonly 'base-url'?: string | undefined;
  readonly 'with-key': boolean;
  readonly 'with-webhook-secret': boolean;
  readonly 'allow-recipient'?: readonly string[] | undefined;
  readonly 'allow-any-recipient': boolean;
}

/** What the flags change in a profile, secrets read from stdin. Throws a `CliError` (exit 2) for what is no pattern. */
export async function readProfileChange(flags: ProfileFlags): Promise<ProfileChange> {
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
