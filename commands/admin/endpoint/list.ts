import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { ofAccount, showAdminRows } from '../../../src/cli/admin/admin-rows.ts';
import { rowFlags } from '../../../src/cli/rows/row-flags.ts';

const COLUMNS = [
  'endpointId',
  'accountId',
  'url',
  'enabled',
  'disabledReason',
  'disabledAt',
  'failures',
  'failingSince',
  'lastError',
] as const;

export default class AdminEndpointList extends AdminCommand {
  static override summary = 'list webhook endpoints that fail or are off, with their last error';
  static override description = 'URLs are shown without their query, which may hold a secret.';
  static override examples = [
    '<%= config.bin %> admin endpoint list',
    '<%= config.bin %> admin endpoint list --columns endpointId,accountId,url',
    '<%= config.bin %> admin endpoint list --all --account acc_0f6c… --format csv',
  ];
  static override flags = {
    all: Flags.boolean({ description: 'also those that work', default: false }),
    ...ofAccount(),
    ...rowFlags(COLUMNS),
  };

  async run() {
    const { flags } = await this.parse(AdminEndpointList);
    const { all: isAll, account } = flags;
    const filter = { isAll, ...(account !== undefined && { accountId: account }) };
    const rows = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.listEndpoints(filter),
    );
    const shown = ['endpointId', 'enabled', 'failingSince', 'lastError'];
    const none = isAll ? 'There are no endpoints.' : 'No endpoint fails, and none is off.';
    const listing = { rows, flags, known: COLUMNS, shown, none };
    return { endpoints: await showAdminRows(this.out, listing) };
  }
}
