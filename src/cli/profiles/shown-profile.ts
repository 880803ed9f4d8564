import { maskKey } from '../terminal/mask.ts';
import type { Profile } from './profile.ts';
import type { Settings } from './profile-store.ts';

/** A profile as it may be shown: its key and secret masked. */
export interface ShownProfile {
  readonly name: string;
  readonly current: boolean;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly webhookSecret: string | null;
  readonly dataDir: string | null;
  /** Patterns of the only recipients that are allowed; null: anybody. */
  readonly allowedRecipients: readonly string[] | null;
}

/** Who may be sent anything, in words. */
export function recipientsText({ allowedRecipients }: Pick<Profile, 'allowedRecipients'>): string {
  if (!allowedRecipients) return 'anybody';
  return allowedRecipients.length === 0 ? 'nobody' : allowedRecipients.join(', ');
}

const masked = (secret: string | undefined): string | null =>
  secret === undefined ? null : maskKey(secret);

/** A profile without its secrets. */
export function shownProfile(name: string, profile: Profile, settings: Settings): ShownProfile {
  const { baseUrl, apiKey, webhookSecret, dataDir, allowedRecipients } = profile;
  return {
    name,
    current: settings.current === name,
    baseUrl,
    apiKey: masked(apiKey),
    webhookSecret: masked(webhookSecret),
    dataDir: dataDir ?? null,
    allowedRecipients: allowedRecipients ?? null,
  };
}
