import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { keepLogin, keyMode, readLogin } from '../../src/cli/profiles/log-in.ts';
import { namedProfile } from '../../src/cli/profiles/profile-store.ts';
import type { ShownProfile } from '../../src/cli/profiles/show-profile.ts';
import { shownProfile } from '../../src/cli/profiles/show-profile.ts';

export default class AuthLogin extends BaseCommand {
  static override summary = 'verify an API key and save it in a profile';
  static override description =
    'Prompts for the key, or reads it from stdin with --with-key; the key is never an argument. Saves it only if the service accepts it.';
  static override examples = [
    '<%= config.bin %> auth login --base-url https://esign.example.com',
    'cat key.txt | <%= config.bin %> auth login --base-url https://esign.example.com --with-key',
    '<%= config.bin %> auth login --profile staging --base-url https://staging.example.com',
  ];
  static override flags = {
    'base-url': Flags.string({ description: 'address of the service', helpValue: 'URL' }),
    'with-key': Flags.boolean({ description: 'read the API key from stdin' }),
  };

  async run(): Promise<ShownProfile & { mode: 'test' | 'live' }> {
    const { flags } = await this.parse(AuthLogin);
    const store = await this.store();
    const { environment, mayAsk, signal } = this;
    const context = { settings: store.read(), environment, mayAsk, signal };
    const login = await readLogin(flags, context);
    const { name, baseUrl, apiKey } = login;
    const client = await this.clientFor(baseUrl, { apiKey });
    await this.progress('checking the key', () =>
      client.documents.page({ limit: 1, signal }),
    ).catch((error: unknown) => {
      this.out.note('Nothing was saved; --debug shows the request that was tried.');
      throw error;
    });
    const kept = await keepLogin(store, login);
    const mode = keyMode(apiKey);
    this.out.result(`Logged in to ${baseUrl} with a ${mode} key, saved in profile "${name}".`);
    if (kept.current !== name) this.out.next(`esign profile use ${name}`);
    return { ...shownProfile(name, namedProfile(kept, name), kept), mode };
  }
}
