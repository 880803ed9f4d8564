import { BaseCommand } from '../../src/cli/base-command.ts';
import { CliError } from '../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';
import { withoutKey } from '../../src/cli/profiles/change-profile.ts';
import type { Settings } from '../../src/cli/profiles/profile-store.ts';
import { namedProfile } from '../../src/cli/profiles/profile-store.ts';

/** Throws a `CliError` (exit 2) if there is none. */
function profileName(name: string | undefined): string {
  if (name !== undefined) return name;
  throw new CliError({
    code: 'no_profile',
    what: 'not logged in: there is no current profile',
    next: 'esign profile list',
    exitCode: EXIT.usage,
  });
}

export default class AuthLogout extends BaseCommand {
  static override summary = "remove a profile's API key";
  static override examples = [
    '<%= config.bin %> auth logout',
    '<%= config.bin %> auth logout --profile staging',
  ];

  async run(): Promise<{ profile: string; removed: boolean }> {
    const { flags } = await this.parse(AuthLogout);
    const store = await this.store();
    const nameIn = (settings: Settings) =>
      profileName(flags.profile ?? this.environment.profile ?? settings.current);
    const { before } = await store.change((settings) => {
      const name = nameIn(settings);
      const profiles = { ...settings.profiles, [name]: withoutKey(namedProfile(settings, name)) };
      return { ...settings, profiles };
    });
    const name = nameIn(before);
    const removed = namedProfile(before, name).apiKey !== undefined;
    this.out.result(
      removed ? `Removed the key of profile "${name}".` : `Profile "${name}" has no key.`,
    );
    if (this.environment.apiKey !== undefined)
      this.out.warn('ESIGN_API_KEY is set, and still in use');
    return { profile: name, removed };
  }
}
