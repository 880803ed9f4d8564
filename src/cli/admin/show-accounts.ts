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
