import { expect, test } from 'vitest';
import { pinOf } from '../../../../src/pdf/cms/certificates.ts';
import { verifyPdf } from '../../../../src/pdf/verification/verify.ts';
import { issueInvoicePdf } from '../../../../src/service/billing/invoices/issue-invoice-pdf.ts';
import { setBillingProfile } from '../../../../src/service/billing/invoices/set-billing-profile.ts';
import { refundPayment } from '../../../../src/service/billing/orders/refund-payment.ts';
import { settlePayment } from '../../../../src/service/billing/orders/settle-payment.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import { openBillingWorld } from '../billing-world.ts';

const { world, deps, store, payments, anAccount, anOrder } = await openBillingWorld();

const TYPED = {
  legalName: 'आशा TEST Homes',
  address: '2 Test Lane\nPune',
  state: '27',
  gstin: '',
  email: '',
};

async function aPaid() {
  const accountId = await anAccount();
  await setBillingProfile(deps, asOwner(accountId), TYPED);
  const orderId = await anOrder(accountId, 100);
  payments.choose(orderId, 'pay');
  await settlePayment(deps, orderId);
  const [invoice] = await store.listInvoices({ accountId, limit: 1 });
  if (!invoice) throw new Error('There is no invoice.');
  return { accountId, invoice };
}

/** Which of these words stand on the pages. */
async function wordsOn(bytes: Buffer, words: readonly string[]): Promise<string[]> {
  const queries = words.map((one) => ({ words: one, width: 10, height: 10 }));
  const located = await deps.pdf.locate({ bytes, queries });
  return words.filter((_one, index) => (located?.answers[index]?.count ?? 0) > 0);
}

test('an invoice is a sealed PDF that says what was frozen', async () => {
  const { accountId, invoice } = await aPaid();
  const { bytes, fileName } = await issueInvoicePdf(deps, { accountId, number: invoice.number });
  expect(fileName).toBe(`${invoice.number.replaceAll('/', '-')}.pdf`);
  const words = [
    'TEST invoice',
    invoice.number,
    'TEST Signatures',
    '27 Maharashtra',
    '₹2,360.00',
    'IGST 18%',
    'Unit price',
    '₹20.00',
    'In words: Rupees Two Thousand Three Hundred Sixty Only',
  ];
  expect(await wordsOn(bytes, [...words, 'CGST'])).toEqual(words);
  const seals = world.deps.seals.map(({ certificate }) => pinOf(certificate));
  const verdict = await verifyPdf(bytes, { roots: [], seals });
  expect(verdict).toMatchObject({ intact: true, complete: true, identified: true });
});

test('a credit note names its invoice', async () => {
  const { accountId, invoice } = await aPaid();
  const { paymentId, number } = invoice;
  await refundPayment(deps, { paymentId, credits: 50 });
  const papers = await store.listInvoices({ accountId, limit: 2 });
  const note = papers.find(({ kind }) => kind === 'credit_note');
  const { bytes } = await issueInvoicePdf(deps, { accountId, number: note?.number ?? '' });
  const words = ['TEST credit note', number, '₹1,180.00'];
  expect(await wordsOn(bytes, words)).toEqual(words);
});

test('another account’s invoice is not found', async () => {
  const { invoice } = await aPaid();
  const foreign = { accountId: await anAccount(), number: invoice.number };
  await expect(issueInvoicePdf(deps, foreign)).rejects.toMatchObject({ code: 'not_found' });
});
