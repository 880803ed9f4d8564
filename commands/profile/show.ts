import { BaseCommand } from '../../src/cli/base-command.ts';
import { CliError } from '../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';
import { optional } from '../../src/cli/input/argument.ts';
import { namedProfile } from '../../src/cli/profiles/profile-store.ts';
import type { ShownProfile } from '../../src/cli/profiles/show-profile.ts';
import { recipientsText, shownProfile } from '../../src/cli/profiles/show-profile.ts';
import { printFields } from '../../src/cli/terminal/table.ts';

export default class ProfileShow extends BaseCommand {
  static override summary = 'show a profile with its key masked';
  static override examples = [
    '<%= config.bin %> profile show',
    '<%= config.bin %> profile show sandbox --json',
  ];
  static override args = { name: optional('name of the profile (default: the current profile)') };

  async run(): Promise<ShownProfile> {
    const { args, flags } = await this.parse(ProfileShow);
    const settings = (await this.store()).read();
    const name = args.name ?? flags.profile ?? this.environment.profile ?? settings.current;
    if (name === undefined) {
      throw new CliError({
        code: 'no_profile',
        what: 'there is no current profile',
        next: 'esign profile list',
        exitCode: EXIT.usage,
      });
    }
    const profile = namedProfile(settings, name);
    const shown = shownProfile(name, profile, settings);
    printFields(this.out, [
      ['profile', shown.current ? `${name} (current)` : name],
      ['service', shown.baseUrl],
      ['key', shown.apiKey ?? 'none'],
      ['webhook secret', shown.webhookSecret ?? 'none'],
      ['allowed recipients', recipientsText(profile)],
      ['sandbox data', shown.dataDir ?? undefined],
    ]);
    return shown;
  }
}
