import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { readAddress } from './connection.ts';
import type { Profile } from './profile.ts';

/** What is to change in a profile; what is undefined stays. */
export interface ProfileChange {
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly webhookSecret: string | undefined;
  /** Patterns in place of those before; null removes them. */
  readonly allowedRecipients?: readonly string[] | null | undefined;
}

/** A changed profile, and whether a key was dropped because the address is another one. */
export interface ChangedProfile {
  readonly profile: Profile;
  readonly droppedKey: boolean;
}

/** The allow-list survives a change of address, so that a test profile never reaches customers. */
function allowListOf(before: Profile | undefined, { allowedRecipients }: ProfileChange) {
  const list = allowedRecipients === undefined ? before?.allowedRecipients : allowedRecipients;
  return list ? { allowedRecipients: list } : {};
}

/**
 * Changes a profile, or makes one. A key belongs to its address: with another address the old key, secret and sandbox
 * folder are dropped. Throws a `CliError` (exit 2) when a new profile has no address.
 */
export function changeProfile(
  name: string,
  before: Profile | undefined,
  change: ProfileChange,
): ChangedProfile {
  const address = change.baseUrl ?? before?.baseUrl;
  if (address === undefined) {
    throw new CliError({
      code: 'base_url_missing',
      what: `profile "${name}" does not exist yet, and has no address`,
      next: `esign profile set ${name} --base-url https://esign.example.com`,
      exitCode: EXIT.usage,
    });
  }
  const url = readAddress(address);
  const moves = before !== undefined && readAddress(before.baseUrl).origin !== url.origin;
  const { allowedRecipients: _former, ...kept } = before ?? {};
  const profile: Profile = {
    ...(moves ? {} : kept),
    baseUrl: url.href.replace(/\/$/, ''),
    ...(change.apiKey !== undefined && { apiKey: change.apiKey }),
    ...(change.webhookSecret !== undefined && { webhookSecret: change.webhookSecret }),
    ...allowListOf(before, change),
  };
  const droppedKey = moves && before.apiKey !== undefined && change.apiKey === undefined;
  return { profile, droppedKey };
}
