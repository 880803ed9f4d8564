import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { showAdminRows } from '../../../src/cli/admin/admin-rows.ts';
import { required } from '../../../src/cli/input/argument.ts';
import { rowFlags } from '../../../src/cli/rows/row-flags.ts';

const COLUMNS = [
  'seq',
  'at',
  'userId',
  'action',
  'target',
  'requestId',
  'previousHash',
  'hash',
] as const;

export default class AdminAccountAudit extends AdminCommand {
  static override summary = "export an account's audit log: what members did in the dashboard";
  static override description =
    'Oldest first. Each hash covers the entry and the hash before it; `admin check` compares them.';
  static override examples = [
    '<%= config.bin %> admin account audit acc_0f6c…',
    '<%= config.bin %> admin account audit acc_0f6c… --format csv > audit.csv',
  ];
  static override args = {
    account: required('id of the account'),
  };
  static override flags = rowFlags(COLUMNS);

  async run() {
    const { args, flags } = await this.parse(AdminAccountAudit);
    const rows = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.readAudit(args.account),
    );
    const shown = ['seq', 'at', 'userId', 'action', 'target'];
    const listing = { rows, flags, known: COLUMNS, shown, none: 'Nobody has done anything yet.' };
    return { entries: await showAdminRows(this.out, listing) };
  }
}
