import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { requireKey } from '../../src/cli/connection.ts';
import { keyMode } from '../../src/cli/log-in.ts';
import { maskKey } from '../../src/cli/mask.ts';
import { printFields } from '../../src/cli/table.ts';

interface AuthState {
  readonly profile: string | null;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly mode: 'test' | 'live';
  readonly keySource: string | null;
  readonly settings: string;
  /** Whether the service accepted the key; null when it was not asked. */
  readonly accepted: boolean | null;
}

export default class AuthStatus extends BaseCommand {
  static override summary = 'show which service and which key are used';
  static override description = 'Exits with 4 when there is no key. The key is never shown whole.';
  static override examples = [
    '<%= config.bin %> auth status',
    '<%= config.bin %> auth status --check --json',
  ];
  static override flags = {
    check: Flags.boolean({ description: 'ask the service whether it accepts the key' }),
  };

  async run(): Promise<AuthState> {
    const { flags } = await this.parse(AuthStatus);
    const connection = await this.connection();
    const key = requireKey(connection);
    if (flags.check) {
      const client = await this.client();
      await client.documents.page({ limit: 1, signal: this.signal });
    }
    const state: AuthState = {
      profile: connection.profile ?? null,
      baseUrl: connection.baseUrl,
      apiKey: maskKey(key),
      mode: keyMode(key),
      keySource: connection.keySource ?? null,
      settings: (await this.store()).path,
      accepted: flags.check ? true : null,
    };
    printFields(this.out, [
      ['profile', state.profile ?? '–'],
      ['service', state.baseUrl],
      ['key', `${state.apiKey} (${state.mode}, from ${state.keySource})`],
      ['settings', state.settings],
      ['accepted', flags.check ? 'yes' : undefined],
    ]);
    return state;
  }
}
