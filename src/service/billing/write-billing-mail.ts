import type { Account } from '../core/accounts/account.rules.ts';
import type { ServiceDeps } from '../core/deps.ts';
import type { BillingNotice, Mail, PaperNotice } from '../core/mails/mail-notice.rules.ts';
import { ownerAddress } from '../core/mails/write-document-mail.ts';
import { accessOf, accessUntil, coveredUntil } from './access.rules.ts';
import type { BillingMailFacts } from './billing-mail.rules.ts';
import { billingMail, invoiceMail } from './billing-mail.rules.ts';
import { issueInvoicePdf } from './invoices/issue-invoice-pdf.ts';
import { areFew, endToTell } from './notices.rules.ts';

type BillingMailDeps = Pick<
  ServiceDeps,
  'store' | 'links' | 'clock' | 'gateways' | 'seals' | 'fonts' | 'version' | 'billing'
>;

type EndAbout = Exclude<BillingNotice['about'], 'low-credits'>;
type MailedNews = BillingMailFacts['told'];

/** Undefined if there are enough credits again. */
async function fewCredits(
  { store, billing }: BillingMailDeps,
  { accountId }: Account,
): Promise<MailedNews | undefined> {
  const left = await store.creditBalance(accountId);
  const topUp = await store.findTopUp(accountId);
  if (!topUp || !areFew(left, topUp.balanceAfter)) return undefined;
  return { about: 'low-credits', left, isSold: billing !== undefined };
}

async function isSo(
  { store, clock }: BillingMailDeps,
  account: Account,
  about: EndAbout,
): Promise<boolean> {
  const now = clock.now();
  if (about === 'ended') return accessOf(account, now).state === 'lapsed';
  if (about === 'ending') return endToTell(account, now)?.about === 'ending';
  return (await store.findLiveMandate(account.accountId))?.state === 'failing';
}

/** As of now; undefined if the notice no longer applies. */
async function factsOf(
  deps: BillingMailDeps,
  account: Account,
  { about }: BillingNotice,
): Promise<MailedNews | undefined> {
  if (about === 'low-credits') return await fewCredits(deps, account);
  const covered = coveredUntil(account);
  const until = accessUntil(account);
  if (!covered || !until || !(await isSo(deps, account, about))) return undefined;
  const isTrial = account.subscription === 'trial';
  const isSold = (deps.billing?.prices.monthPaise ?? null) !== null;
  return { about, covered, until, isTrial, renewal: account.renewal, isSold };
}

/** Undefined if the notice no longer applies, or they're no longer an owner. */
export async function writeBillingMail(
  deps: BillingMailDeps,
  notice: BillingNotice,
): Promise<Mail | undefined> {
  const { store, links, clock, gateways } = deps;
  const account = await store.findAccount(notice.accountId);
  const to = account && (await ownerAddress(deps, notice));
  const told = to && (await factsOf(deps, account, notice));
  if (!to || !told) return undefined;
  const url = `${links.baseUrl}/dashboard/credits`;
  const [{ isTest }] = gateways;
  return billingMail({ to, account, told, url, isTest, now: clock.now() });
}

/** Undefined if they're no longer an owner, there's no address, or the account was erased. */
export async function writePaperMail(
  deps: BillingMailDeps,
  notice: PaperNotice,
): Promise<Mail | undefined> {
  const { store, links, clock, gateways } = deps;
  const { accountId, number, userId } = notice;
  const account = await store.findAccount(accountId);
  const content = account && (await store.findInvoice({ accountId, number }));
  const to =
    userId === null
      ? (await store.findProfile(accountId))?.email
      : await ownerAddress(deps, { accountId, userId });
  if (!content || !to) return undefined;
  const { fileName, bytes } = await issueInvoicePdf(deps, { accountId, number });
  const url = `${links.baseUrl}/dashboard/credits`;
  const [{ isTest }] = gateways;
  const attachments = [{ fileName, contentType: 'application/pdf', content: bytes }];
  return { ...invoiceMail({ to, account, content, url, isTest, now: clock.now() }), attachments };
}
