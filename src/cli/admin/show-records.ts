import type { Operator } from '../../service/index.ts';
import type { Printer } from '../terminal/printer.ts';
import { printTable } from '../terminal/table.ts';

type Listed<Name extends 'listAccounts' | 'listApiKeys'> = Readonly<
  Awaited<ReturnType<Operator[Name]>>
>;

export const ACCOUNT_COLUMNS = [
  'accountId',
  'name',
  'contactEmail',
  'subscription',
  'trialStartedAt',
  'credits',
  'createdAt',
] as const;

export async function printAccounts(
  printer: Printer,
  accounts: Listed<'listAccounts'>,
): Promise<void> {
  if (accounts.length === 0) {
    printer.note('No accounts yet.');
    printer.next('esign admin account add NAME');
    return;
  }
  const rows = accounts.map(({ accountId, name, subscription, credits, createdAt }) => [
    accountId,
    name,
    subscription,
    String(credits),
    printer.time(createdAt),
  ]);
  const heads = ['account', 'name', 'API access', 'credits', 'created'];
  await printTable(printer, { heads, rows, flexible: [1] });
}

export const KEY_COLUMNS = [
  'keyId',
  'name',
  'prefix',
  'createdBy',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'revokedAt',
] as const;

export async function printKeys(printer: Printer, keys: Listed<'listApiKeys'>): Promise<void> {
  if (keys.length === 0) return printer.note('The account has no keys.');
  const timeOf = (at: string | null) => (at === null ? '' : printer.time(at));
  const rows = keys.map(({ prefix, name, createdAt, lastUsedAt, expiresAt, revokedAt }) => [
    `${prefix}…`,
    name ?? '',
    printer.time(createdAt),
    timeOf(lastUsedAt),
    timeOf(expiresAt),
    timeOf(revokedAt),
  ]);
  const heads = ['key', 'name', 'created', 'last used', 'ends', 'revoked'];
  await printTable(printer, { heads, rows, flexible: [1] });
}

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

type Erased = Awaited<ReturnType<Operator['eraseDocument' | 'eraseAccount']>>;

export function noteErasure(out: Printer, { finishedAt, entriesKept }: Erased): void {
  out.note(
    finishedAt === null
      ? 'Not everything is erased yet: a document was put on legal hold in the meantime. The service tries again every hour.'
      : 'Erased from database and files. Files stay in the trash for a week, and backups keep what they hold.',
  );
  if (entriesKept > 0)
    out.warn(`${entriesKept} entries of old audit trails hold values that cannot be erased.`);
}
