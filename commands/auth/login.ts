import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { checkDestination, readAddress } from '../../src/cli/connection.ts';
import { cannotAsk } from '../../src/cli/interactive.ts';
import {
  keyMode,
  loggedIn,
  loginAddress,
  loginProfile,
  refuseWhileKeySet,
} from '../../src/cli/log-in.ts';
import { checkProfileName, withProfile } from '../../src/cli/profile-store.ts';
import { askSecret, askText } from '../../src/cli/prompts.ts';
import { readSecretFromStdin } from '../../src/cli/read-stdin.ts';
import type { ShownProfile } from '../../src/cli/shown-profile.ts';
import { shownProfile } from '../../src/cli/shown-profile.ts';

export default class AuthLogin extends BaseCommand {
  static override summary = 'check an API key and keep it in a profile';
  static override description =
    'The key is asked for, or read from stdin with --with-key; it is never an argument. It is kept only once the service has accepted it.';
  static override examples = [
    '<%= config.bin %> auth login --base-url https://esign.example.com',
    'cat key.txt | <%= config.bin %> auth login --base-url https://esign.example.com --with-key',
    '<%= config.bin %> auth login --profile staging --base-url https://staging.example.com',
  ];
  static override flags = {
    'base-url': Flags.string({ description: 'address of the service', helpValue: 'URL' }),
    'with-key': Flags.boolean({ description: 'read the key from stdin' }),
  };

  async run(): Promise<ShownProfile & { mode: 'test' | 'live' }> {
    const { flags } = await this.parse(AuthLogin);
    refuseWhileKeySet(this.environment);
    const store = await this.store();
    const settings = store.read();
    const name = checkProfileName(flags.profile ?? loginProfile(undefined, settings));
    const known = loginAddress(flags['base-url'], this.environment, settings.profiles[name]);
    const baseUrl = known ?? (await this.#askAddress());
    const key = await this.#key(flags['with-key']);
    checkDestination(baseUrl, key, settings);
    const client = this.clientFor(baseUrl, key);
    await this.progress('checking the key', async () =>
      client.documents.page({ limit: 1, signal: this.signal }),
    );
    const profile = loggedIn(settings.profiles[name], baseUrl, key);
    const kept = withProfile(settings, name, profile);
    store.write(kept);
    const mode = keyMode(key);
    this.out.result(`Logged in to ${baseUrl} with a ${mode} key, kept in profile "${name}".`);
    if (kept.current !== name) this.out.next(`esign profile use ${name}`);
    return { ...shownProfile(name, profile, kept), mode };
  }

  async #key(isPiped: boolean): Promise<string> {
    if (isPiped) return readSecretFromStdin('the key');
    if (this.mayAsk) return askSecret('API key', this.signal);
    throw cannotAsk('the key is missing', 'pipe it: … | esign auth login --with-key');
  }

  async #askAddress(): Promise<string> {
    if (!this.mayAsk) throw cannotAsk('the address of the service is missing', 'pass --base-url');
    const problemOf = (text: string) =>
      URL.canParse(text) ? undefined : 'an address such as https://esign.example.com';
    const text = await askText('Address of the service', { problemOf }, this.signal);
    return readAddress(text).href.replace(/\/$/, '');
  }
}
