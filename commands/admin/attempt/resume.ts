import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../../src/cli/errors/exit-codes.ts';
import { optional } from '../../../src/cli/input/argument.ts';

export default class AdminAttemptResume extends AdminCommand {
  static override summary = 'make answers of authorities that wait due now';
  static override description =
    'Answers wait for a timestamp, for a gateway that the settings lacked, or after a crash, and are tried again and again. This makes them due now; a running service takes them up within 15 seconds. The trail, and esign admin check, say what became of them. An answer that was set aside, since two judgings of it never came back, is judged once more when its transaction is named.';
  static override examples = [
    '<%= config.bin %> admin attempt resume ESIGN-0f6c…',
    '<%= config.bin %> admin attempt resume --all',
  ];
  static override args = {
    txn: optional('transaction of the attempt'),
  };
  static override flags = {
    all: Flags.boolean({ description: 'every attempt with an answer that waits' }),
  };

  async run(): Promise<{ attempts: readonly string[]; setAside: readonly string[] }> {
    const { args, flags } = await this.parse(AdminAttemptResume);
    const { txn = null } = args;
    const { all = false } = flags;
    if ((txn === null) !== all) {
      const what = txn === null ? 'no attempt is named' : 'an attempt is named beside --all';
      const next = 'pass a transaction, or --all';
      throw new CliError({ code: 'invalid_arguments', what, next, exitCode: EXIT.usage });
    }
    const resumed = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.resumeAttempts(txn),
    );
    for (const one of resumed.attempts) this.out.text(`${one}\n`);
    const { length } = resumed.attempts;
    for (const one of resumed.setAside) this.out.note(asideNote(one, txn === one));
    this.out.note(length === 0 ? 'No answer waits.' : `${countOf(length)} due now.`);
    return resumed;
  }
}

const asideNote = (txn: string, isNamed: boolean): string =>
  isNamed
    ? 'Its answer was set aside, since two judgings of it never came back. It is judged once more.'
    : `The answer to ${txn} is set aside, since two judgings of it never came back. Name it to have it judged once more.`;

const countOf = (attempts: number): string =>
  attempts === 1 ? '1 attempt is' : `${attempts} attempts are`;
