import { Args } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import type { Shell } from '../src/cli/help/completion.ts';
import { completionScript, SHELLS } from '../src/cli/help/completion.ts';

export default class Autocomplete extends BaseCommand {
  static override summary = 'print the script that completes commands and flags in a shell';
  static override description =
    'The script goes to stdout. Load it in the file that your shell reads at its start.';
  static override examples = [
    `echo 'eval "$(<%= config.bin %> autocomplete bash)"' >> ~/.bashrc`,
    `echo 'eval "$(<%= config.bin %> autocomplete zsh)"' >> ~/.zshrc`,
    '<%= config.bin %> autocomplete fish > ~/.config/fish/completions/<%= config.bin %>.fish',
  ];
  static override args = {
    shell: Args.custom<Shell>({ options: [...SHELLS], ignoreStdin: true })({
      description: 'the shell',
      required: true,
    }),
  };

  async run(): Promise<{ shell: Shell; script: string }> {
    const { args } = await this.parse(Autocomplete);
    const script = completionScript(args.shell, this.config.commands);
    this.out.result(script);
    return { shell: args.shell, script };
  }
}
