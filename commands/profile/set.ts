import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { changeProfile } from '../../src/cli/change-profile.ts';
import { profileArgs } from '../../src/cli/profile-args.ts';
import { checkProfileName, withProfile } from '../../src/cli/profile-store.ts';
import { readSecretFromStdin } from '../../src/cli/read-stdin.ts';
import type { ShownProfile } from '../../src/cli/shown-profile.ts';
import { shownProfile } from '../../src/cli/shown-profile.ts';

export default class ProfileSet extends BaseCommand {
  static override summary = 'make or change a profile, without asking the service';
  static override examples = [
    '<%= config.bin %> profile set staging --base-url https://staging.example.com',
    'cat key.txt | <%= config.bin %> profile set staging --with-key',
    'cat secret.txt | <%= config.bin %> profile set staging --with-webhook-secret',
  ];
  static override args = profileArgs;
  static override flags = {
    'base-url': Flags.string({ description: 'address of the service', helpValue: 'URL' }),
    'with-key': Flags.boolean({
      description: 'read the key from stdin',
      exclusive: ['with-webhook-secret'],
    }),
    'with-webhook-secret': Flags.boolean({ description: 'read the webhook secret from stdin' }),
  };

  async run(): Promise<ShownProfile> {
    const { args, flags } = await this.parse(ProfileSet);
    const name = checkProfileName(args.name);
    const store = await this.store();
    const settings = store.read();
    const { profile, droppedKey } = changeProfile(name, settings.profiles[name], {
      baseUrl: flags['base-url'],
      apiKey: flags['with-key'] ? await readSecretFromStdin('the key') : undefined,
      webhookSecret: flags['with-webhook-secret']
        ? await readSecretFromStdin('the webhook secret')
        : undefined,
    });
    const changed = withProfile(settings, name, profile);
    store.write(changed);
    if (droppedKey) this.out.warn('the key was for the former address, and is forgotten');
    this.out.result(`Profile "${name}" is for ${profile.baseUrl}.`);
    return shownProfile(name, profile, changed);
  }
}
