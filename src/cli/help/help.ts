import { CommandHelp, Help } from '@oclif/core/help';
import { GUIDE_NAMES } from './guides.ts';
import { unknownCommand } from './unknown-command.ts';

class OneCommandHelp extends CommandHelp {
  protected override arg(arg: Parameters<CommandHelp['arg']>[0]): string {
    const name = `${arg.name.toUpperCase()}${arg.multiple ? '...' : ''}`;
    return arg.required ? name : `[${name}]`;
  }

  protected override defaultUsage(): string {
    const needed = Object.values(this.command.flags).filter(({ required }) => required);
    const flags = needed.map((flag) => this.flagHelpLabel(flag).trim());
    return [super.defaultUsage(), ...flags, '[flags]'].join(' ');
  }

  protected override examples(examples: Parameters<CommandHelp['examples']>[0]): string {
    const lines = Array.isArray(examples) ? examples.map(String) : [];
    return lines.map((line) => `$ ${this.render(line)}`).join('\n');
  }
}

export class EsignHelp extends Help {
  protected override CommandHelpClass = OneCommandHelp;
  readonly #lines: string[] = [];

  get text(): string {
    return this.#lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  protected override log(...lines: string[]): void {
    this.#lines.push(lines.join(' '));
  }

  /** Throws a `CliError` (exit 2) for anything but a command or topic. */
  async make(words: readonly string[]): Promise<string> {
    const id = words.join(':');
    const isKnown = id === '' || this.config.findCommand(id) || this.config.findTopic(id);
    if (!isKnown) throw unknownCommand(id, this.config.commandIDs);
    await super.showHelp([...words]);
    return this.text;
  }

  override async showHelp(argv: string[]): Promise<void> {
    const end = argv.findIndex((word) => word.startsWith('-'));
    const words = (end === -1 ? argv : argv.slice(0, end)).flatMap((word) => word.split(':'));
    process.stdout.write(`${await this.make(this.#named(words))}\n`);
  }

  protected override async showRootHelp(): Promise<void> {
    await super.showRootHelp();
    const start = [
      '$ esign sandbox start',
      '$ esign send contract.pdf --signer "Asha Rao <asha@example.in> 9876543210"',
      '$ esign sandbox sign DOCUMENT --all',
    ];
    this.log(this.section('EXAMPLES', start.join('\n')));
    this.log('');
    this.log(this.section('GUIDES', GUIDE_NAMES.map((name) => `esign help ${name}`).join('\n')));
  }

  override formatRoot(): string {
    const { pjson } = this.config;
    const usage = this.section('USAGE', '$ esign COMMAND [flags]');
    return `${this.wrap(pjson.description ?? '')}\n\n${usage}`;
  }

  #named(words: readonly string[]): readonly string[] {
    const ends = words.map((_, at) => words.slice(0, at + 1));
    return ends.findLast((some) => this.config.findCommand(some.join(':'))) ?? words;
  }
}
