import { maskKey } from '../terminal/mask.ts';
import type { Printer } from '../terminal/printer.ts';
import { printFields } from '../terminal/table.ts';
import type { Connection } from './connection.ts';
import { keyMode } from './log-in.ts';

/** Which service and which key are used, the key masked. */
export interface AuthState {
  readonly profile: string | null;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly mode: 'test' | 'live';
  readonly keySource: string | null;
  readonly settings: string;
  /** Whether the service accepted the key; null when it was not asked. */
  readonly accepted: boolean | null;
}

/** The state of a connection that has a key. */
export function authState(
  { profile, baseUrl, keySource }: Connection,
  key: string,
  { settings, accepted }: Pick<AuthState, 'settings' | 'accepted'>,
): AuthState {
  return {
    profile: profile ?? null,
    baseUrl,
    apiKey: maskKey(key),
    mode: keyMode(key),
    keySource: keySource ?? null,
    settings,
    accepted,
  };
}

/** Prints which service and key are used. */
export function printAuthState(printer: Printer, state: AuthState): void {
  const source = state.keySource === 'profile' ? 'the profile' : state.keySource;
  printFields(printer, [
    ['profile', state.profile ?? '–'],
    ['service', state.baseUrl],
    ['key', `${state.apiKey} (${state.mode}, from ${source})`],
    ['settings', state.settings],
    ['accepted', state.accepted ? 'yes' : undefined],
  ]);
}
