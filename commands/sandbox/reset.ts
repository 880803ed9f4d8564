import { Flags } from '@oclif/core';
import { forgetService } from '../../src/cli/profiles/kept-files.ts';
import { SandboxCommand } from '../../src/cli/sandbox/sandbox-command.ts';
import { cannotAsk, declined } from '../../src/cli/terminal/interactive.ts';
import { askConfirmation } from '../../src/cli/terminal/prompts.ts';

export default class SandboxReset extends SandboxCommand {
  static override summary = 'delete everything in the running sandbox except its keys';
  static override examples = [
    '<%= config.bin %> sandbox reset',
    '<%= config.bin %> sandbox reset --yes --json',
  ];
  static override flags = {
    yes: Flags.boolean({ description: 'do not ask for confirmation', char: 'y' }),
  };

  async run(): Promise<{ reset: true }> {
    const { flags } = await this.parse(SandboxReset);
    const { dataDir, profile } = await this.place(flags);
    if (!flags.yes) await this.#confirm(dataDir);
    const control = await this.control(flags, import('../../src/sandbox/index.ts'));
    await control.reset();
    // Forgets everything kept about deleted documents, whichever key read them
    forgetService(this.environment.configDir, (await this.store()).read(), profile?.baseUrl);
    this.out.result('The sandbox is reset.');
    return { reset: true };
  }

  async #confirm(dataDir: string): Promise<void> {
    if (!this.mayAsk) throw cannotAsk('resetting the sandbox needs confirmation', 'pass --yes');
    if (await askConfirmation(`Delete everything in ${dataDir}?`, this.signal)) return;
    throw declined('nothing was deleted');
  }
}
