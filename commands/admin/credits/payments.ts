import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { PAYMENT_COLUMNS, printPayments } from '../../../src/cli/admin/show-records.ts';
import { required } from '../../../src/cli/input/argument.ts';
import { rowFlags } from '../../../src/cli/rows/row-flags.ts';
import { showRows } from '../../../src/cli/rows/show-rows.ts';

export default class AdminCreditsPayments extends AdminCommand {
  static override summary = "list an account's payments and what was given back, newest first";
  static override examples = [
    '<%= config.bin %> admin credits payments acc_0f6c…',
    '<%= config.bin %> admin credits payments acc_0f6c… --columns paymentId,credits --format csv',
  ];
  static override args = {
    account: required('id of the account'),
  };
  static override flags = rowFlags(PAYMENT_COLUMNS);

  async run() {
    const { args, flags } = await this.parse(AdminCreditsPayments);
    const rows = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.listPayments(args.account),
    );
    const listing = { rows, flags, known: PAYMENT_COLUMNS };
    const payments = await showRows(this.out, listing, (shown) => printPayments(this.out, shown));
    return { payments };
  }
}
