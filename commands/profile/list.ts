import { BaseCommand } from '../../src/cli/base-command.ts';
import { offerProfiles } from '../../src/cli/profiles/kept-files.ts';
import type { ShownProfile } from '../../src/cli/profiles/show-profile.ts';
import {
  PROFILE_COLUMNS,
  printProfiles,
  shownProfile,
} from '../../src/cli/profiles/show-profile.ts';
import { rowFlags } from '../../src/cli/rows/row-flags.ts';
import { showRows } from '../../src/cli/rows/show-rows.ts';

export default class ProfileList extends BaseCommand {
  static override summary = 'list profiles; * marks the current one';
  static override examples = [
    '<%= config.bin %> profile list',
    "<%= config.bin %> profile list --json | jq -r '.profiles[].name'",
  ];
  static override flags = rowFlags(PROFILE_COLUMNS);

  async run(): Promise<{ profiles: ShownProfile[] }> {
    const { flags } = await this.parse(ProfileList);
    const settings = (await this.store()).read();
    offerProfiles(this.environment.configDir, settings);
    const all = Object.entries(settings.profiles).map(([name, profile]) =>
      shownProfile(name, profile, settings),
    );
    const listing = { rows: all, flags, known: PROFILE_COLUMNS };
    const profiles = await showRows(this.out, listing, (rows) => printProfiles(this.out, rows));
    return { profiles };
  }
}
