import { Args, Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { termFlag } from '../../../src/cli/admin/read-term.ts';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../../src/cli/errors/exit-codes.ts';

export default class AdminAccountSet extends AdminCommand {
  static override summary = 'change an account';
  static override examples = [
    '<%= config.bin %> admin account set acc_0f6c… --subscription none',
    "<%= config.bin %> admin account set acc_0f6c… --name 'Northwind Homes Ltd'",
    '<%= config.bin %> admin account set acc_0f6c… --keep-completed 8y --keep-drafts 30d',
  ];
  static override args = {
    account: Args.string({ required: true, ignoreStdin: true, description: 'id of the account' }),
  };
  static override flags = {
    name: Flags.string({ description: "the sender's name, as signers see it" }),
    email: Flags.string({ description: 'receives mails to the customer', helpValue: 'ADDRESS' }),
    subscription: Flags.option({ options: ['active', 'trial', 'none'] as const })({
      description: 'API access; a trial begins now and lasts 72 hours, once',
    }),
    'keep-completed': termFlag({
      description:
        'how long documents are kept that are completed, withdrawn or declined: at least 3y, or forever',
    }),
    'keep-drafts': termFlag({
      description: 'how long documents are kept that were never sent, such as 90d, or forever',
    }),
  };

  async run() {
    const { args, flags } = await this.parse(AdminAccountSet);
    const { name, email, subscription } = flags;
    const { 'keep-completed': keepCompletedDays, 'keep-drafts': keepDraftDays } = flags;
    const settings = {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { contactEmail: email }),
      ...(keepCompletedDays !== undefined && { keepCompletedDays }),
      ...(keepDraftDays !== undefined && { keepDraftDays }),
    };
    if (Object.keys(settings).length === 0 && subscription === undefined) {
      const what = 'nothing to change';
      const next = 'pass --name, --email, --subscription, --keep-completed or --keep-drafts';
      throw new CliError({ code: 'invalid_arguments', what, next, exitCode: EXIT.usage });
    }
    const { account } = args;
    const changed = await this.operate(
      flags,
      import('../../../src/service/index.ts'),
      async (operator) => {
        const known = await operator.changeAccount(account, settings);
        return subscription === undefined
          ? known
          : await operator.setSubscription(account, subscription);
      },
    );
    this.out.note(`${changed.name} is changed; API access: ${changed.subscription}.`);
    return changed;
  }
}
