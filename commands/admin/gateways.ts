import { AdminCommand } from '../../src/cli/admin/admin-command.ts';
import { showAdminRows } from '../../src/cli/admin/admin-rows.ts';
import { rowFlags } from '../../src/cli/rows/row-flags.ts';

const RATES = ['signedPercent', 'leftPercent', 'timedOutPercent', 'failedPercent'] as const;
const COUNTS = ['signed', 'left', 'timedOut', 'failed', 'waiting'] as const;
const COLUMNS = ['gateway', 'isOpen', 'ended', ...RATES, ...COUNTS] as const;

export default class AdminGateways extends AdminCommand {
  static override summary = 'show how attempts to sign ended in the last 24 hours, by authority';
  static override description =
    'Percentages are of the attempts that ended. left: cancelled at the authority, or ended by something else before an answer came, such as a decline. timedOut: no answer came in time, or the page or OTP had expired. failed: anything else. isOpen: the authority fails, and new attempts go to the next one.';
  static override examples = [
    '<%= config.bin %> admin gateways',
    '<%= config.bin %> admin gateways --format csv',
  ];
  static override flags = rowFlags(COLUMNS);

  async run() {
    const { flags } = await this.parse(AdminGateways);
    const rows = await this.operate(flags, import('../../src/service/index.ts'), (operator) =>
      operator.listOutcomes(),
    );
    const shown = ['gateway', 'ended', ...RATES, 'waiting'];
    const none = 'Nobody tried to sign in the last 24 hours.';
    return {
      gateways: await showAdminRows(this.out, { rows, flags, known: COLUMNS, shown, none }),
    };
  }
}
