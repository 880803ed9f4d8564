import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { ofAccount, showAdminRows } from '../../../src/cli/admin/admin-rows.ts';
import { required } from '../../../src/cli/input/argument.ts';
import { rowFlags } from '../../../src/cli/rows/row-flags.ts';

const COLUMNS = ['documentId', 'accountId', 'name', 'status', 'createdAt'] as const;
const LIMIT = 50;
const MOST = 1000;

export default class AdminDocumentFind extends AdminCommand {
  static override summary = "find documents of all accounts by id, name, or signers' details";
  static override description =
    "Looks for words of names, and of signers' names, e-mail addresses and phone numbers, or for the first 8 or more digits of an id, a request id, or a day. Newest first.";
  static override examples = [
    '<%= config.bin %> admin document find asha@example.in',
    "<%= config.bin %> admin document find 'lease flat 3' --account acc_0f6c…",
  ];
  static override args = {
    words: required('what to look for'),
  };
  static override flags = {
    ...ofAccount(),
    limit: Flags.integer({ description: 'most to show', default: LIMIT, min: 1, max: MOST }),
    ...rowFlags(COLUMNS),
  };

  async run() {
    const { args, flags } = await this.parse(AdminDocumentFind);
    const { account, limit } = flags;
    const filter = { limit, ...(account !== undefined && { accountId: account }) };
    const rows = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.findDocuments(args.words, filter),
    );
    const shown = ['documentId', 'name', 'status', 'createdAt'];
    const listing = { rows, flags, known: COLUMNS, shown, none: 'No document matches.' };
    const documents = await showAdminRows(this.out, listing);
    if (rows.length === limit) this.out.note(`There may be more than ${limit}: raise --limit.`);
    return { documents };
  }
}
