import { BaseCommand } from '../../src/cli/base-command.ts';
import {
  changeProfile,
  profileArgs,
  profileFlags,
  readProfileChange,
} from '../../src/cli/profiles/change-profile.ts';
import {
  checkProfileName,
  namedProfile,
  withProfile,
} from '../../src/cli/profiles/profile-store.ts';
import type { ShownProfile } from '../../src/cli/profiles/show-profile.ts';
import { recipientsText, shownProfile } from '../../src/cli/profiles/show-profile.ts';

export default class ProfileSet extends BaseCommand {
  static override summary = 'create or change a profile without contacting the service';
  static override examples = [
    '<%= config.bin %> profile set staging --base-url https://staging.example.com',
    '<%= config.bin %> profile set staging --allow-recipient "*@example.in" --allow-recipient "98765*"',
    'cat key.txt | <%= config.bin %> profile set staging --with-key',
    'cat secret.txt | <%= config.bin %> profile set staging --with-webhook-secret',
  ];
  static override args = profileArgs;
  static override flags = profileFlags;

  async run(): Promise<ShownProfile> {
    const { args, flags } = await this.parse(ProfileSet);
    const name = checkProfileName(args.name);
    const store = await this.store();
    const change = await readProfileChange(flags);
    const { before, after } = await store.change((settings) =>
      withProfile(settings, name, changeProfile(name, settings.profiles[name], change)),
    );
    const profile = namedProfile(after, name);
    const hadKey = before.profiles[name]?.apiKey !== undefined;
    if (hadKey && profile.apiKey === undefined)
      this.out.warn('removed the key, which was for the previous address');
    this.out.result(`Saved profile "${name}" for ${profile.baseUrl}.`);
    if (profile.allowedRecipients)
      this.out.result(`Allowed recipients: ${recipientsText(profile)}`);
    return shownProfile(name, profile, after);
  }
}
