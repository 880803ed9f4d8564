import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { noteErasure } from '../../../src/cli/admin/show-records.ts';
import { required } from '../../../src/cli/input/argument.ts';

export default class AdminDocumentErase extends AdminCommand {
  static override summary = 'erase one document with its signers, for good';
  static override description =
    'Removes what `admin account erase` removes of each document. Refused on legal hold, and while it waits for signatures.';
  static override examples = [
    '<%= config.bin %> admin document erase 4db7a029-2740-4048-a0ca-d5b737739989 --confirm contract.pdf',
    '<%= config.bin %> admin document erase 4db7a029-2740-4048-a0ca-d5b737739989 --confirm contract.pdf --withdraw-open',
  ];
  static override args = {
    document: required('whole id of the document'),
  };
  static override flags = {
    confirm: Flags.string({
      required: true,
      description: 'name of the document, as a confirmation',
      helpValue: 'NAME',
    }),
    'withdraw-open': Flags.boolean({
      description: 'erase it also while it waits for signatures; signers are not told by mail',
    }),
  };

  async run() {
    const { args, flags } = await this.parse(AdminDocumentErase);
    const wishes = { confirm: flags.confirm, mayWithdraw: flags['withdraw-open'] };
    const erased = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.eraseDocument(args.document, wishes),
    );
    noteErasure(this.out, erased);
    return erased;
  }
}
