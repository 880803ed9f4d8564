import { BaseCommand } from '../../src/cli/base-command.ts';
import { offerProfiles } from '../../src/cli/profiles/kept-files.ts';
import type { ShownProfile } from '../../src/cli/profiles/show-profile.ts';
import { shownProfile } from '../../src/cli/profiles/show-profile.ts';
import { printTable } from '../../src/cli/terminal/table.ts';

export default class ProfileList extends BaseCommand {
  static override summary = 'list profiles; * marks the current one';
  static override examples = [
    '<%= config.bin %> profile list',
    "<%= config.bin %> profile list --json | jq -r '.profiles[].name'",
  ];

  async run(): Promise<{ profiles: ShownProfile[] }> {
    await this.parse(ProfileList);
    const settings = (await this.store()).read();
    offerProfiles(this.environment.configDir, settings);
    const profiles = Object.entries(settings.profiles).map(([name, profile]) =>
      shownProfile(name, profile, settings),
    );
    const rows = profiles.map((profile) => [
      profile.current ? '*' : '',
      profile.name,
      profile.baseUrl,
      profile.apiKey ?? 'no key',
    ]);
    const heads = ['', 'profile', 'service', 'key'];
    if (rows.length > 0) await printTable(this.out, { heads, rows, flexible: [1, 2] });
    else {
      this.out.note('No profiles yet.');
      this.out.next('esign sandbox start');
    }
    return { profiles };
  }
}
