import { AdminCommand } from '../../src/cli/admin/admin-command.ts';
import { CliError } from '../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';
import { optional } from '../../src/cli/input/argument.ts';
import { readInputFile } from '../../src/cli/input/read-input-file.ts';

function bounceError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'BounceRefused' || !('reason' in error)) {
    return error;
  }
  const isForged = error.reason === 'bounce_forged';
  return new CliError({
    code: isForged ? 'bounce_forged' : 'not_a_bounce',
    what: isForged ? 'the bounce is not about a mail of this service' : 'the message is no bounce',
    why: error.message,
    exitCode: isForged ? EXIT.notVerified : EXIT.usage,
    cause: error,
  });
}

const SENTENCES = {
  recorded: 'is recorded as not delivered',
  known: 'was recorded as not delivered before',
  ignored: 'has not failed: nothing is recorded',
} as const;

export default class AdminBounce extends AdminCommand {
  static override summary = 'record a mail that came back';
  static override description =
    `Reads one report on a delivery (RFC 3464), as a mail server pipes it in for the addresses bounce+…@ of smtp.bounce_domain. That address alone says which mail it is about; it cannot be made without a key of keys.links. A failure is recorded with the mail, and in the document's audit trail; a report of a delay changes nothing, nor does a bounce that is recorded already.

Exits 2 for a message that is no bounce, 5 for an unknown mail, and 10 for an address that no key made: these are final. After any other code but 0, such as 9 when the database does not answer, the mail server should try again.`;
  static override examples = [
    '<%= config.bin %> admin bounce < bounce.eml',
    '<%= config.bin %> admin bounce bounce.eml --json | jq -r .outcome',
  ];
  static override args = {
    file: optional('the message (default: stdin)'),
  };

  async run() {
    const { args, flags } = await this.parse(AdminBounce);
    const message = await readInputFile(args.file ?? '-', 'the bounce');
    const bounce = await this.operate(flags, import('../../src/service/index.ts'), (operator) =>
      operator.recordBounce(message),
    );
    const { mailId, outcome, action, status } = bounce;
    this.out.note(`Mail ${mailId} ${SENTENCES[outcome]} (${status ?? action}).`);
    return bounce;
  }

  protected override async catch(error: unknown): Promise<never> {
    return super.catch(bounceError(error));
  }
}
