import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { endingText } from '../../../src/cli/documents/ending.ts';
import { timelineRows } from '../../../src/cli/documents/show-document.ts';
import { required } from '../../../src/cli/input/argument.ts';
import { printFields, printTable } from '../../../src/cli/terminal/table.ts';
import { localTime } from '../../../src/cli/terminal/times.ts';

export default class AdminDocumentShow extends AdminCommand {
  static override summary = 'show a document of any account: its signers, and what happened to it';
  static override description = 'Shows no signing links. A removed document is not found.';
  static override examples = [
    '<%= config.bin %> admin document show 4db7a029-2740-4048-a0ca-d5b737739989',
    "<%= config.bin %> admin document show 4db7a029-2740-4048-a0ca-d5b737739989 --json | jq '.signers'",
  ];
  static override args = {
    document: required('whole id of the document'),
  };

  async run() {
    const { args, flags } = await this.parse(AdminDocumentShow);
    const { out } = this;
    const shown = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.showDocument(args.document),
    );
    const { ended, status, linksUntil } = shown;
    printFields(out, [
      ['document', shown.documentId],
      ['account', shown.accountId],
      ['name', shown.name],
      ['status', ended ? `${status}, ${endingText(ended)}` : status],
      ['links until', linksUntil === null ? undefined : localTime(linksUntil)],
      ['external id', shown.externalId ?? undefined],
      ['on hold', shown.holdReason ?? undefined],
    ]);
    out.result('');
    const people = shown.signers.map((one) => {
      const times = [one.openedAt, one.signedAt].map((at) => (at === null ? '' : out.time(at)));
      return [one.name, one.email, ...times];
    });
    const heads = ['signer', 'e-mail', 'opened', 'signed'];
    await printTable(out, { heads, rows: people, flexible: [0, 1] });
    out.result('');
    const rows = timelineRows(shown.entries);
    await printTable(out, { heads: ['time', 'what happened'], rows, flexible: [1] });
    return shown;
  }
}
