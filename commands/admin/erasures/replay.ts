import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { readErasures } from '../../../src/cli/admin/read-erasures.ts';
import { EXIT } from '../../../src/cli/errors/exit-codes.ts';
import { required } from '../../../src/cli/input/argument.ts';

export default class AdminErasuresReplay extends AdminCommand {
  static override summary = 'erase again what a ledger names, after a restore from a backup';
  static override description =
    `Prints one line of JSON for each: its outcome is erased; absent where the database knows no such account or document; unfinished; or refused, on legal hold. Erases also what waits for signatures, since the backup may be older than the ledger.

Exits 1 if anything was refused or is unfinished. It can be repeated.`;
  static override examples = [
    '<%= config.bin %> admin erasures replay erasures.jsonl',
    '<%= config.bin %> admin erasures replay - < erasures.jsonl',
  ];
  static override args = {
    file: required('lines of `admin erasures`; - is stdin'),
  };
  protected override readonly printsLines = true;

  async run() {
    const { args, flags } = await this.parse(AdminErasuresReplay);
    const known = await readErasures(args.file);
    const { out } = this;
    const left = await this.operate(
      flags,
      import('../../../src/service/index.ts'),
      async (operator) => {
        let unerased = 0;
        for (const erasure of known) {
          const replayed = await operator.replayErasure(erasure);
          out.line(replayed);
          if (replayed.outcome === 'refused' || replayed.outcome === 'unfinished') unerased += 1;
        }
        return unerased;
      },
    );
    out.note(`${known.length} erasures replayed, ${left} of them not done.`);
    if (left > 0) this.exit(EXIT.unexpected);
    return { erasures: known.length, left };
  }
}
