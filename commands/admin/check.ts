import { Flags } from '@oclif/core';
import { AdminCommand } from '../../src/cli/admin/admin-command.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';

export default class AdminCheck extends AdminCommand {
  static override summary = 'hold every record of the deployment against the others';
  static override description =
    `Compares files with their recorded SHA-256, audit trails with their hash chains, balances with the ledger, charges with what was sent, signatures with the authority's answers, and events with both; opens every webhook secret; and looks for work that was left behind. It changes nothing, and may run beside the service.

Exits 1 if records contradict each other. Notices, such as mails that were given up, do not change the exit code without --strict. --json prints one line for each finding, with its level, then one with the counts.`;
  static override examples = [
    '<%= config.bin %> admin check',
    '<%= config.bin %> admin check --fast --json',
    '<%= config.bin %> admin check --strict',
  ];
  static override flags = {
    fast: Flags.boolean({ description: 'compare only the sizes of files, not their SHA-256' }),
    strict: Flags.boolean({ description: 'exit 1 for notices, too' }),
  };
  protected override readonly printsLines = true;

  async run() {
    const { flags } = await this.parse(AdminCheck);
    const { out } = this;
    const inspected = await this.operate(flags, import('../../src/service/index.ts'), (operator) =>
      operator.inspect({
        isFast: flags.fast,
        onFinding: (finding) =>
          out.isJson
            ? out.line(finding)
            : out.text(`${finding.level}  ${finding.kind}  ${finding.id}  ${finding.what}\n`),
      }),
    );
    const { documents, files, bytes, contradictions, notices } = inspected;
    if (out.isJson) out.line(inspected);
    else {
      const held = `${documents} documents, ${files} files with ${bytes} bytes`;
      out.note(`${held}: ${contradictions} contradictions, ${notices} notices.`);
    }
    if (contradictions > 0 || (flags.strict && notices > 0)) this.exit(EXIT.unexpected);
    return inspected;
  }
}
