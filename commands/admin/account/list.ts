import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { ACCOUNT_COLUMNS, printAccounts } from '../../../src/cli/admin/show-records.ts';
import { rowFlags } from '../../../src/cli/rows/row-flags.ts';
import { showRows } from '../../../src/cli/rows/show-rows.ts';

export default class AdminAccountList extends AdminCommand {
  static override summary = 'list all accounts, oldest first';
  static override examples = [
    '<%= config.bin %> admin account list',
    '<%= config.bin %> admin account list --columns accountId,credits --format csv',
  ];
  static override flags = rowFlags(ACCOUNT_COLUMNS);

  async run() {
    const { flags } = await this.parse(AdminAccountList);
    const rows = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.listAccounts(),
    );
    const listing = { rows, flags, known: ACCOUNT_COLUMNS };
    const accounts = await showRows(this.out, listing, (shown) => printAccounts(this.out, shown));
    return { accounts };
  }
}
