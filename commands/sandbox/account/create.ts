import { Flags } from '@oclif/core';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';

export default class SandboxAccountCreate extends SandboxCommand {
  static override summary = 'create another account in the running sandbox';
  static override examples = [
    '<%= config.bin %> sandbox account create --credits 2',
    '<%= config.bin %> sandbox account create --no-subscription --json',
  ];
  static override flags = {
    credits: Flags.integer({
      description: 'initial credits',
      min: 0,
      helpValue: 'COUNT',
    }),
    subscription: Flags.boolean({
      description: 'give the account an API access subscription',
      default: true,
      allowNo: true,
    }),
  };

  async run(): Promise<{ accountId: string; apiKey: string }> {
    const { flags } = await this.parse(SandboxAccountCreate);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const { credits, subscription } = flags;
    const order = { subscription, ...(credits !== undefined && { credits }) };
    const made = await control.createAccount(order);
    printFields(this.out, [
      ['account', made.accountId],
      ['key', made.apiKey],
    ]);
    this.out.note('The key is shown only once.');
    return made;
  }
}
