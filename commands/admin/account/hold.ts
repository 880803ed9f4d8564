import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { required } from '../../../src/cli/input/argument.ts';
import { printFields } from '../../../src/cli/terminal/table.ts';

export default class AdminAccountHold extends AdminCommand {
  static override summary = 'put an account or a document on legal hold, or release it';
  static override description =
    'Nothing on legal hold is removed, neither by time nor by an erasure. Without --reason or --release, shows what is on hold.';
  static override examples = [
    "<%= config.bin %> admin account hold acc_0f6c… --reason 'Case 12/2026'",
    '<%= config.bin %> admin account hold acc_0f6c… --document 4db7a029-2740-4048-a0ca-d5b737739989 --release',
    '<%= config.bin %> admin account hold acc_0f6c…',
  ];
  static override args = {
    account: required('id of the account'),
  };
  static override flags = {
    document: Flags.string({ description: 'only this document', helpValue: 'ID' }),
    reason: Flags.string({
      helpValue: 'TEXT',
      description: 'reason for the hold, on one line',
      exclusive: ['release'],
    }),
    release: Flags.boolean({ description: 'release the hold' }),
  };

  async run() {
    const { args, flags } = await this.parse(AdminAccountHold);
    const { document: documentId = null, reason = null, release } = flags;
    const { account: accountId } = args;
    const holds = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      reason === null && !release
        ? operator.readHolds(accountId)
        : operator.setHold({ accountId, documentId, reason }),
    );
    printFields(this.out, [
      ['account', holds.reason ?? 'not on hold'],
      ...holds.documents.map((held): [string, string] => [held.documentId, held.reason]),
    ]);
    return holds;
  }
}
