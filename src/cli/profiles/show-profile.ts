import { maskKey } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { printFields, printTable } from '../terminal/table.ts';
import type { Connection } from './connection.ts';
import { keyMode } from './log-in.ts';
import type { Profile } from './profile.ts';
import type { Settings } from './profile-store.ts';

/** The key and secret are masked. */
export interface ShownProfile {
  readonly name: string;
  readonly current: boolean;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly webhookSecret: string | null;
  readonly dataDir: string | null;
  readonly allowedRecipients: readonly string[] | null;
}

export const PROFILE_COLUMNS = [
  'name',
  'current',
  'baseUrl',
  'apiKey',
  'webhookSecret',
  'dataDir',
  'allowedRecipients',
] as const;

export interface AuthState {
  readonly profile: string | null;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly mode: 'test' | 'live';
  readonly keySource: string | null;
  /** ESIGN_API_KEY counts, although the profile has a key, too. */
  readonly keyOverridden: boolean;
  readonly settings: string;
  /** Whether the service accepted the key; null when it was not asked. */
  readonly accepted: boolean | null;
}

export function recipientsText({ allowedRecipients }: Pick<Profile, 'allowedRecipients'>): string {
  if (!allowedRecipients) return 'anybody';
  return allowedRecipients.length === 0 ? 'nobody' : allowedRecipients.join(', ');
}

const masked = (secret: string | undefined): string | null =>
  secret === undefined ? null : maskKey(secret);

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

export async function printProfiles(
  printer: Printer,
  profiles: readonly ShownProfile[],
): Promise<void> {
  const rows = profiles.map(({ current, name, baseUrl, apiKey }) => [
    current ? '*' : '',
    name,
    baseUrl,
    apiKey ?? 'no key',
  ]);
  const heads = ['', 'profile', 'service', 'key'];
  if (rows.length > 0) return await printTable(printer, { heads, rows, flexible: [1, 2] });
  printer.note('No profiles yet.');
  printer.next('esign sandbox start');
}

export function authState(
  { profile, baseUrl, keySource, isKeyOverridden }: Connection,
  key: string,
  { settings, accepted }: Pick<AuthState, 'settings' | 'accepted'>,
): AuthState {
  return {
    profile: profile ?? null,
    baseUrl,
    apiKey: maskKey(key),
    mode: keyMode(key),
    keySource: keySource ?? null,
    keyOverridden: isKeyOverridden,
    settings,
    accepted,
  };
}

export function printAuthState(printer: Printer, state: AuthState): void {
  const source = state.keySource === 'profile' ? 'the profile' : state.keySource;
  const beats = state.keyOverridden ? ', which overrides the key of the profile' : '';
  printFields(printer, [
    ['profile', state.profile ?? '–'],
    ['service', state.baseUrl],
    ['key', `${state.apiKey} (${state.mode}, from ${source}${beats})`],
    ['settings', state.settings],
    ['accepted', state.accepted ? 'yes' : undefined],
  ]);
}
