import { Flags } from '@oclif/core';
import { SandboxCommand } from '../../../src/cli/sandbox/sandbox-command.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';
import type { Answer } from '../../../src/sandbox/index.ts';

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
    webhook: Flags.string({
      description: 'webhook endpoint to send its events to (repeatable)',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'URL',
    }),
  };

  async run(): Promise<Answer<'createAccount'>> {
    const { flags } = await this.parse(SandboxAccountCreate);
    const control = await this.control(flags, import('../../../src/sandbox/index.ts'));
    const { credits, subscription, webhook: webhooks } = flags;
    const made = await control.createAccount({ subscription, credits, webhooks });
    printFields(this.out, [
      ['account', made.accountId],
      ['key', made.apiKey],
      ...(webhooks ? [['webhook secret', made.webhookSecret] as const] : []),
    ]);
    this.out.note(`The key ${webhooks ? 'and the secret are' : 'is'} shown only once.`);
    return made;
  }
}
