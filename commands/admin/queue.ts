import { AdminCommand } from '../../src/cli/admin/admin-command.ts';
import { showAdminRows } from '../../src/cli/admin/admin-rows.ts';
import { rowFlags } from '../../src/cli/rows/row-flags.ts';

const COLUMNS = [
  'kind',
  'endpointId',
  'accountId',
  'isOff',
  'waiting',
  'due',
  'dueSince',
  'lastError',
] as const;

export default class AdminQueue extends AdminCommand {
  static override summary = 'show what mails and deliveries wait, what has been due longest first';
  static override description =
    'One row for each kind of mail and each endpoint. What waits for a later attempt is not due, nor what waits for an endpoint that is off.';
  static override examples = [
    '<%= config.bin %> admin queue',
    '<%= config.bin %> admin queue --columns kind,due,endpointId,accountId',
  ];
  static override flags = rowFlags(COLUMNS);

  async run() {
    const { flags } = await this.parse(AdminQueue);
    const rows = await this.operate(flags, import('../../src/service/index.ts'), (operator) =>
      operator.listWaiting(),
    );
    const shown = ['kind', 'endpointId', 'waiting', 'due', 'dueSince', 'lastError'];
    const listing = { rows, flags, known: COLUMNS, shown, none: 'Nothing waits.' };
    return { queue: await showAdminRows(this.out, listing) };
  }
}
