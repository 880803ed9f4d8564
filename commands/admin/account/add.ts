import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { required } from '../../../src/cli/input/argument.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';

export default class AdminAccountAdd extends AdminCommand {
  static override summary = 'add an account with its first API key';
  static override description = 'The key is shown once; only its hash is stored.';
  static override examples = [
    "<%= config.bin %> admin account add 'Northwind Homes' --credits 100",
    "<%= config.bin %> admin account add 'Northwind Homes' --subscription trial --json | jq -r .apiKey",
  ];
  static override args = {
    name: required("the sender's name, as signers see it"),
  };
  static override flags = {
    credits: Flags.integer({
      description: 'initial credits',
      min: 0,
      default: 0,
      helpValue: 'COUNT',
    }),
    subscription: Flags.option({ options: ['active', 'trial', 'none'] as const })({
      description: 'API access',
      default: 'active',
    }),
    email: Flags.string({ description: 'address for mails to the customer', helpValue: 'ADDRESS' }),
  };

  async run(): Promise<{ accountId: string; apiKey: string }> {
    const { args, flags } = await this.parse(AdminAccountAdd);
    const { credits, subscription, email: contactEmail } = flags;
    const account = {
      name: args.name,
      credits,
      subscription,
      ...(contactEmail !== undefined && { contactEmail }),
    };
    const made = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.createAccount(account),
    );
    printFields(this.out, [
      ['account', made.accountId],
      ['key', made.apiKey],
    ]);
    this.out.note('The key is shown only once.');
    return made;
  }
}
