import { Args } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { guide } from '../src/cli/help/guides.ts';
import { EsignHelp } from '../src/cli/help/help.ts';

export default class HelpCommand extends BaseCommand {
  static override summary = 'show help for a command, or a guide';
  static override examples = [
    '<%= config.bin %> help send',
    '<%= config.bin %> help sandbox webhook',
    '<%= config.bin %> help exit-codes',
  ];
  static override args = {
    subject: Args.string({
      description: 'command, topic or guide (default: an overview)',
      ignoreStdin: true,
      multiple: true,
    }),
  };

  async run(): Promise<{ text: string }> {
    const { args } = await this.parse(HelpCommand);
    const words = args.subject ?? [];
    const { helpOptions } = this.config.pjson.oclif;
    const text =
      guide(words.join('-')) ?? (await new EsignHelp(this.config, helpOptions).make(words));
    this.out.prose(text);
    return { text };
  }
}
