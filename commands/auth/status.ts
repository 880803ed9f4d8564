import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import type { AuthState } from '../../src/cli/profiles/auth-state.ts';
import { authState, printAuthState } from '../../src/cli/profiles/auth-state.ts';
import { requireKey } from '../../src/cli/profiles/connection.ts';

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
    const settings = (await this.store()).path;
    const state = authState(connection, key, { settings, accepted: flags.check || null });
    printAuthState(this.out, state);
    return state;
  }
}
