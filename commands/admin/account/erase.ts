import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { noteErasure } from '../../../src/cli/admin/show-records.ts';
import { required } from '../../../src/cli/input/argument.ts';

export default class AdminAccountErase extends AdminCommand {
  static override summary = 'erase an account with everything of it, for good';
  static override description =
    `Removes its documents with their files and signers, its mails, events, endpoints and keys. What stays names nobody: ids, times, hashes of files, the chains of audit trails, and the ledger of credits. docs/privacy.md lists it.

Refused on legal hold, and while documents wait for signatures. Repeat it to finish an erasure that was cut off; the service does so itself within an hour.`;
  static override examples = [
    "<%= config.bin %> admin account erase acc_0f6c… --confirm 'Northwind Homes'",
    "<%= config.bin %> admin account erase acc_0f6c… --confirm 'Northwind Homes' --withdraw-open",
  ];
  static override args = {
    account: required('id of the account'),
  };
  static override flags = {
    confirm: Flags.string({
      required: true,
      description: 'name of the account, as a confirmation',
      helpValue: 'NAME',
    }),
    'withdraw-open': Flags.boolean({
      description: 'erase also what waits for signatures; signers are not told by mail',
    }),
  };

  async run() {
    const { args, flags } = await this.parse(AdminAccountErase);
    const wishes = { confirm: flags.confirm, mayWithdraw: flags['withdraw-open'] };
    const erased = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.eraseAccount(args.account, wishes),
    );
    noteErasure(this.out, erased);
    return erased;
  }
}
