import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { requireKey } from '../../src/cli/profiles/connection.ts';
import type { AuthState } from '../../src/cli/profiles/show-profile.ts';
import { authState, printAuthState } from '../../src/cli/profiles/show-profile.ts';

export default class AuthStatus extends BaseCommand {
  static override summary = 'show the service and the API key in use';
  static override description = 'Exits 4 when there is no key. The key is always masked.';
  static override examples = [
    '<%= config.bin %> auth status',
    '<%= config.bin %> auth status --check --json',
  ];
  static override flags = {
    check: Flags.boolean({ description: 'check that the service accepts the key' }),
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
