import { BaseCommand } from '../../src/cli/base-command.ts';
import { profileArgs } from '../../src/cli/profiles/change-profile.ts';
import { namedProfile, withoutProfile } from '../../src/cli/profiles/profile-store.ts';

export default class ProfileRemove extends BaseCommand {
  static override summary = 'remove a profile and its key';
  static override examples = [
    '<%= config.bin %> profile remove staging',
    '<%= config.bin %> profile remove staging --json',
  ];
  static override args = profileArgs;

  async run(): Promise<{ profile: string; removed: true }> {
    const { args } = await this.parse(ProfileRemove);
    const store = await this.store();
    await store.change((settings) => {
      namedProfile(settings, args.name);
      return withoutProfile(settings, args.name);
    });
    this.out.result(`Removed profile "${args.name}".`);
    return { profile: args.name, removed: true };
  }
}
