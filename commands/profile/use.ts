import { BaseCommand } from '../../src/cli/base-command.ts';
import { profileArgs } from '../../src/cli/profiles/change-profile.ts';
import { namedProfile } from '../../src/cli/profiles/profile-store.ts';
import type { ShownProfile } from '../../src/cli/profiles/show-profile.ts';
import { shownProfile } from '../../src/cli/profiles/show-profile.ts';

export default class ProfileUse extends BaseCommand {
  static override summary = 'switch to another profile';
  static override examples = [
    '<%= config.bin %> profile use sandbox',
    '<%= config.bin %> profile use staging --json',
  ];
  static override args = profileArgs;

  async run(): Promise<ShownProfile> {
    const { args } = await this.parse(ProfileUse);
    const store = await this.store();
    const { after } = await store.change((settings) => {
      namedProfile(settings, args.name);
      return { ...settings, current: args.name };
    });
    const profile = namedProfile(after, args.name);
    this.out.result(`Switched to profile "${args.name}": ${profile.baseUrl}`);
    return shownProfile(args.name, profile, after);
  }
}
