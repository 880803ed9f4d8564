import { BaseCommand } from '../../src/cli/base-command.ts';
import { changeProfile } from '../../src/cli/profiles/change-profile.ts';
import { profileArgs } from '../../src/cli/profiles/profile-args.ts';
import { profileFlags, readProfileChange } from '../../src/cli/profiles/profile-flags.ts';
import { checkProfileName, withProfile } from '../../src/cli/profiles/profile-store.ts';
import type { ShownProfile } from '../../src/cli/profiles/shown-profile.ts';
import { recipientsText, shownProfile } from '../../src/cli/profiles/shown-profile.ts';

export default class ProfileSet extends BaseCommand {
  static override summary = 'make or change a profile, without asking the service';
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
    const settings = store.read();
    const change = await readProfileChange(flags);
    const { profile, droppedKey } = changeProfile(name, settings.profiles[name], change);
    const changed = withProfile(settings, name, profile);
    store.write(changed);
    if (droppedKey) this.out.warn('the key was for the former address, and is forgotten');
    this.out.result(`Profile "${name}" is for ${profile.baseUrl}.`);
    if (profile.allowedRecipients) this.out.result(`It sends to: ${recipientsText(profile)}`);
    return shownProfile(name, profile, changed);
  }
}
