import { Args } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import type { Shell } from '../src/cli/help/completion.ts';
import { completionScript, SHELLS } from '../src/cli/help/completion.ts';

export default class Autocomplete extends BaseCommand {
  static override summary = 'print a shell completion script';
  static override description = 'Load the script in the startup file of your shell.';
  static override examples = [
    `echo 'eval "$(<%= config.bin %> autocomplete bash)"' >> ~/.bashrc`,
    `echo 'eval "$(<%= config.bin %> autocomplete zsh)"' >> ~/.zshrc`,
    '<%= config.bin %> autocomplete fish > ~/.config/fish/completions/<%= config.bin %>.fish',
  ];
  static override args = {
    shell: Args.custom<Shell>({ options: [...SHELLS], ignoreStdin: true })({
      description: 'shell to complete in',
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
