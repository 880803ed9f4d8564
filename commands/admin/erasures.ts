import { AdminCommand } from '../../src/cli/admin/admin-command.ts';
import { sinceFlag } from '../../src/cli/input/time-flag.ts';

export default class AdminErasures extends AdminCommand {
  static override summary = 'print the ledger of erasures, oldest first';
  static override description =
    'One line of JSON for each, with or without --json. Keep a copy apart from the backups: `admin erasures replay` needs it after a restore.';
  static override examples = [
    '<%= config.bin %> admin erasures > erasures.jsonl',
    '<%= config.bin %> admin erasures --since 30d',
  ];
  static override flags = {
    since: sinceFlag({ description: 'only those requested since, such as 30d or 2026-11-01' }),
  };
  protected override readonly printsLines = true;

  async run() {
    const { flags } = await this.parse(AdminErasures);
    const { since } = flags;
    const erasures = await this.operate(flags, import('../../src/service/index.ts'), (operator) =>
      operator.listErasures(since),
    );
    for (const erasure of erasures) this.out.line(erasure);
    return { erasures };
  }
}
