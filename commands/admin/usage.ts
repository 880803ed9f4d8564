import { Flags } from '@oclif/core';
import { AdminCommand } from '../../src/cli/admin/admin-command.ts';
import { ofAccount, showAdminRows } from '../../src/cli/admin/admin-rows.ts';
import { CliError } from '../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';
import { rowFlags } from '../../src/cli/rows/row-flags.ts';

const COLUMNS = [
  'month',
  'accountId',
  'name',
  'documents',
  'signatures',
  'credits',
  'bytes',
] as const;

function readMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  const what = `"${text}" is not a month such as 2026-11`;
  throw new CliError({ code: 'invalid_argument', what, exitCode: EXIT.usage });
}

export default class AdminUsage extends AdminCommand {
  static override summary = 'count documents, signatures, credits and bytes, by account and month';
  static override description =
    'Months are those of UTC. Counts documents created, signatures made, and credits charged in the month; bytes are those of files that are still kept of documents created in it.';
  static override examples = [
    '<%= config.bin %> admin usage --month 2026-11',
    '<%= config.bin %> admin usage --account acc_0f6c… --format csv',
  ];
  static override flags = {
    month: Flags.custom<string>({ parse: async (text) => readMonth(text) })({
      description: 'only this month',
      helpValue: 'YYYY-MM',
    }),
    ...ofAccount(),
    ...rowFlags(COLUMNS),
  };

  async run() {
    const { flags } = await this.parse(AdminUsage);
    const { month, account } = flags;
    const filter = {
      ...(month !== undefined && { month }),
      ...(account !== undefined && { accountId: account }),
    };
    const rows = await this.operate(flags, import('../../src/service/index.ts'), (operator) =>
      operator.listUsage(filter),
    );
    const shown = ['month', 'name', 'documents', 'signatures', 'credits', 'bytes'];
    const listing = { rows, flags, known: COLUMNS, shown, none: 'Nothing was used.' };
    return { usage: await showAdminRows(this.out, listing) };
  }
}
