import { Args } from '@oclif/core';
import { AdminCommand, readCredits } from '../../../src/cli/admin/admin-command.ts';
import { required } from '../../../src/cli/input/argument.ts';

export default class AdminCreditsGrant extends AdminCommand {
  static override summary = "add credits to an account's ledger";
  static override description = 'Each run grants them again.';
  static override examples = [
    '<%= config.bin %> admin credits grant acc_0f6c… 100',
    '<%= config.bin %> admin credits grant acc_0f6c… 100 --json | jq .creditsRemaining',
  ];
  static override args = {
    account: required('id of the account'),
    credits: Args.custom<number>({ parse: async (text) => readCredits(text) })({
      required: true,
      ignoreStdin: true,
      description: 'number of credits',
    }),
  };

  async run() {
    const { args, flags } = await this.parse(AdminCreditsGrant);
    const { account, credits } = args;
    const granted = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.grantCredits(account, credits),
    );
    this.out.note(`${credits} credits granted; the account has ${granted.creditsRemaining}.`);
    return granted;
  }
}
