import { Flags } from '@oclif/core';
import { AdminCommand, readCredits } from '../../../src/cli/admin/admin-command.ts';
import { noteRefund } from '../../../src/cli/admin/show-records.ts';
import { required } from '../../../src/cli/input/argument.ts';

export default class AdminCreditsRefund extends AdminCommand {
  static override summary = 'give unused credits of a payment back for money';
  static override description =
    `The credits are deducted immediately. The money is returned the way it was paid, and a credit note is mailed once the provider has returned it; until then, the service keeps asking.

Each run gives back more: esign admin credits payments ACCOUNT tells what was given back.`;
  static override examples = [
    '<%= config.bin %> admin credits refund pay_29QQoUBi66xm2f --credits 40',
    '<%= config.bin %> admin credits refund pay_29QQoUBi66xm2f --credits 40 --json | jq -r .state',
  ];
  static override args = {
    payment: required("the provider's id of the payment"),
  };
  static override flags = {
    credits: Flags.custom<number>({ parse: async (text) => readCredits(text) })({
      required: true,
      description: 'number of credits',
      helpValue: 'COUNT',
    }),
  };

  async run() {
    const { args, flags } = await this.parse(AdminCreditsRefund);
    const wish = { paymentId: args.payment, credits: flags.credits };
    const refund = await this.operate(flags, import('../../../src/service/index.ts'), (operator) =>
      operator.refundPayment(wish),
    );
    noteRefund(this.out, refund);
    return refund;
  }
}
