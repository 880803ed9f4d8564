import { BaseCommand } from '../../src/cli/base-command.ts';
import { CliError } from '../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';
import { withoutKey } from '../../src/cli/profiles/change-profile.ts';
import { namedProfile } from '../../src/cli/profiles/profile-store.ts';

export default class AuthLogout extends BaseCommand {
  static override summary = "remove a profile's API key";
  static override examples = [
    '<%= config.bin %> auth logout',
    '<%= config.bin %> auth logout --profile staging',
  ];

  async run(): Promise<{ profile: string; removed: boolean }> {
    const { flags } = await this.parse(AuthLogout);
    const store = await this.store();
    const settings = store.read();
    const name = flags.profile ?? this.environment.profile ?? settings.current;
    if (name === undefined) {
      throw new CliError({
        code: 'no_profile',
        what: 'not logged in: there is no current profile',
        next: 'esign profile list',
        exitCode: EXIT.usage,
      });
    }
    const profile = namedProfile(settings, name);
    const removed = profile.apiKey !== undefined;
    const profiles = { ...settings.profiles, [name]: withoutKey(profile) };
    await store.write({ ...settings, profiles });
    this.out.result(
      removed ? `Removed the key of profile "${name}".` : `Profile "${name}" has no key.`,
    );
    if (this.environment.apiKey !== undefined)
      this.out.warn('ESIGN_API_KEY is set, and still in use');
    return { profile: name, removed };
  }
}
