import type { Operator } from '../../service/index.ts';
import type { Printer } from '../terminal/printer.ts';
import { printTable } from '../terminal/table.ts';

type OperatorPayments = Readonly<Awaited<ReturnType<Operator['listPayments']>>>;
type ShownRefund = Pick<OperatorPayments[number]['refunds'][number], 'credits' | 'paise' | 'state'>;

export const PAYMENT_COLUMNS = [
  'paymentId',
  'paidAt',
  'kind',
  'credits',
  'paise',
  'invoiceNumber',
] as const;

const rupees = (paise: number): string => (paise / 100).toFixed(2);

const givenBack = ({ refunds }: OperatorPayments[number]): string =>
  refunds.map(({ credits, state }) => `${credits} ${state}`).join(', ');

export async function printPayments(printer: Printer, payments: OperatorPayments): Promise<void> {
  if (payments.length === 0) return printer.note('The account has paid nothing.');
  const rows = payments.map((payment) => [
    payment.paymentId,
    printer.time(payment.paidAt),
    payment.kind === 'pack' ? `${payment.credits} credits` : 'a month',
    rupees(payment.paise),
    payment.invoiceNumber ?? '',
    givenBack(payment),
  ]);
  const heads = ['payment', 'paid', 'for', 'INR', 'invoice', 'given back'];
  await printTable(printer, { heads, rows, flexible: [5] });
}

const STATES: Readonly<Record<string, string>> = {
  done: 'The money is on its way, and the credit note is mailed.',
  requested: 'The provider has not confirmed it yet; the service asks again by itself.',
  failed: 'The provider refused it: the credits were returned.',
};

export const noteRefund = (printer: Printer, { credits, paise, state }: ShownRefund): void =>
  printer.note(`${credits} credits for INR ${rupees(paise)}: ${state}. ${STATES[state] ?? ''}`);
