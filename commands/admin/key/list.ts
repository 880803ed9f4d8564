import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { KEY_COLUMNS, printKeys } from '../../../src/cli/admin/show-records.ts';
import { required } from '../../../src/cli/input/argument.ts';
import { rowFlags } from '../../../src/cli/rows/row-flags.ts';
import { showRows } from '../../../src/cli/rows/show-rows.ts';

export default class AdminKeyList extends AdminCommand {
  static override summary = "list an account's API keys by name and first characters, oldest first";
  static override examples = [
    '<%= config.bin %> admin key list acc_0f6c…',
    '<%= config.bin %> admin key list acc_0f6c… --format csv',
  ];
  static override args = {
    account: required('id of the account'),
  };
  static override flags = rowFlags(KEY_COLUMNS);

  async run() {
    const { args, flags } = await this.parse(AdminKeyList);
    const rows = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.listApiKeys(args.account),
    );
    const listing = { rows, flags, known: KEY_COLUMNS };
    const keys = await showRows(this.out, listing, (shown) => printKeys(this.out, shown));
    return { keys };
  }
}
