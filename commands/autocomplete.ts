import { Args } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import type { ShellName } from '../src/cli/help/completion-script.ts';
import { completionScript, SHELLS, stamped } from '../src/cli/help/completion-script.ts';
import type { KnownValues } from '../src/cli/help/completion-table.ts';
import { GUIDE_NAMES } from '../src/cli/help/guides.ts';
import { offerProfiles } from '../src/cli/profiles/kept-files.ts';
import { TRIGGERS } from '../src/cli/webhook/trigger/trigger-order.ts';
import { DOCUMENT_STATUSES } from '../src/contract/document-statuses.ts';
import { EVENT_TYPES } from '../src/contract/webhooks/webhook-headers.ts';

export default class Autocomplete extends BaseCommand {
  static override summary = 'print a shell completion script';
  static override description =
    'Load the script in the startup file of your shell. It completes commands, flags, profiles and the documents that were listed last with the current profile, and starts nothing at a tab.';
  static override examples = [
    `echo 'eval "$(<%= config.bin %> autocomplete bash)"' >> ~/.bashrc`,
    `echo 'eval "$(<%= config.bin %> autocomplete zsh)"' >> ~/.zshrc`,
    '<%= config.bin %> autocomplete fish > ~/.config/fish/completions/<%= config.bin %>.fish',
  ];
  static override args = {
    shell: Args.custom<ShellName>({ options: [...SHELLS], ignoreStdin: true })({
      description: 'shell to complete in',
      required: true,
    }),
  };

  async run(): Promise<{ shell: ShellName; script: string }> {
    const { args } = await this.parse(Autocomplete);
    offerProfiles(this.environment.configDir, (await this.store()).read());
    const plain = completionScript(args.shell, this.config.commands, await this.#values());
    const script = stamped(plain, this.config.version);
    this.out.result(script);
    return { shell: args.shell, script };
  }

  async #values(): Promise<KnownValues> {
    const { API_FAULTS, FAULTS } = await import('../src/sandbox/index.ts');
    const faults = Object.keys({ ...FAULTS, ...API_FAULTS });
    const topics = this.config.commandIDs.map((id) => id.split(':')[0] ?? id);
    return {
      '--status': DOCUMENT_STATUSES,
      '--events': EVENT_TYPES,
      'webhook listen --until': EVENT_TYPES,
      'webhook trigger EVENT': TRIGGERS,
      'sandbox fault set FAULT': faults,
      'sandbox fault clear FAULT': faults,
      'sandbox open PAGE': [
        ...['inbox', 'dashboard', 'desk', 'phone', 'controls', 'identities', 'authority'],
        '@documents',
      ],
      'help SUBJECT': [...new Set([...GUIDE_NAMES, ...topics])].sort(),
    };
  }
}
