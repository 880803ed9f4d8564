import { Flags } from '@oclif/core';
import { AdminCommand } from '../../../src/cli/admin/admin-command.ts';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../../src/cli/errors/exit-codes.ts';
import { required } from '../../../src/cli/input/argument.ts';
import { harmless } from '../../../src/cli/terminal/harmless.ts';

/** Rounded up, so that no term is shorter than its calendar years. */
const YEAR_DAYS = 365.25;

/** Parses `3y`, `90d` or `forever` into days; null is forever. Throws a `CliError` (exit 2). */
export function readTerm(text: string): number | null {
  if (text === 'forever') return null;
  const [, count, unit] = /^([1-9]\d{0,4})([dy])$/.exec(text) ?? [];
  if (count !== undefined) return Math.ceil(Number(count) * (unit === 'y' ? YEAR_DAYS : 1));
  throw new CliError({
    code: 'invalid_duration',
    what: `"${harmless(text)}" is not a term such as 90d, 3y or forever`,
    exitCode: EXIT.usage,
  });
}

/** A retention period in days; null is forever. */
const termFlag = Flags.custom<number | null>({
  helpValue: 'TERM',
  parse: async (text) => readTerm(text),
});

export default class AdminAccountSet extends AdminCommand {
  static override summary = 'change an account';
  static override examples = [
    '<%= config.bin %> admin account set acc_0f6c… --subscription none',
    "<%= config.bin %> admin account set acc_0f6c… --name 'Northwind Homes Ltd'",
    '<%= config.bin %> admin account set acc_0f6c… --keep-completed 8y --keep-drafts 30d',
  ];
  static override args = {
    account: required('id of the account'),
  };
  static override flags = {
    name: Flags.string({ description: "the sender's name, as signers see it" }),
    email: Flags.string({ description: 'address for mails to the customer', helpValue: 'ADDRESS' }),
    'return-origins': Flags.string({
      description: 'sites that a signing link may lead back to, separated by spaces; "" for none',
      helpValue: 'ORIGINS',
    }),
    subscription: Flags.option({ options: ['active', 'trial', 'none'] as const })({
      description: 'API access; a trial begins now and lasts 72 hours, once',
    }),
    'keep-completed': termFlag({
      description:
        'how long documents are kept that are completed, withdrawn or declined: at least 3y, or forever',
    }),
    'keep-drafts': termFlag({
      description: 'how long documents are kept that were never sent, such as 90d, or forever',
    }),
  };

  async run() {
    const { args, flags } = await this.parse(AdminAccountSet);
    const { name, email, subscription } = flags;
    const { 'return-origins': returnOrigins } = flags;
    const { 'keep-completed': keepCompletedDays, 'keep-drafts': keepDraftDays } = flags;
    const settings = {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { contactEmail: email }),
      ...(returnOrigins !== undefined && { returnOrigins }),
      ...(keepCompletedDays !== undefined && { keepCompletedDays }),
      ...(keepDraftDays !== undefined && { keepDraftDays }),
    };
    if (Object.keys(settings).length === 0 && subscription === undefined) {
      const what = 'nothing to change';
      const next =
        'pass --name, --email, --return-origins, --subscription, --keep-completed or --keep-drafts';
      throw new CliError({ code: 'invalid_arguments', what, next, exitCode: EXIT.usage });
    }
    const { account } = args;
    const changed = await this.operate(
      flags,
      import('../../../src/service/index.ts'),
      async (operator) => {
        const known = await operator.changeAccount(account, settings);
        return subscription === undefined
          ? known
          : await operator.setSubscription(account, subscription);
      },
    );
    this.out.note(`${changed.name} is changed; API access: ${changed.subscription}.`);
    return changed;
  }
}
