import { readableTime } from '../../languages/readable-time.ts';
import { oneLine } from '../core/mails/letter.rules.ts';
import type { Mail } from '../core/mails/mail-notice.rules.ts';
import type {
  GreetedAccount,
  MemberMailFacts,
  MemberMailWords,
} from '../members/member-mail.rules.ts';
import { memberMail } from '../members/member-mail.rules.ts';
import type { AccessFacts } from './access.rules.ts';
import type { InvoiceContent } from './invoices/invoice.rules.ts';
import { titleOf } from './invoices/invoice-words.rules.ts';
import { showRupees } from './prices.rules.ts';

const TO_OWNERS_IN_HINDI =
  'यह ईमेल आपको इसलिए मिला है कि आप इस खाते के मालिक (Owner) हैं, या मालिकों ने यह पता दिया है।';

function invoiceInHindi(content: InvoiceContent): MemberMailWords {
  const { number, totalPaise, description, kind, corrects, isTest } = content;
  const paper = kind === 'invoice' ? 'टैक्स इनवॉइस' : 'क्रेडिट नोट';
  const name = isTest ? `परीक्षण (TEST): ${kind === 'invoice' ? 'इनवॉइस' : paper}` : paper;
  const credit = `यह इनवॉइस ${corrects?.number} को ठीक करता है। पैसे उसी तरीक़े से लौटते हैं जिससे भुगतान हुआ था।`;
  return {
    title: `${name} ${number}`,
    paragraphs: [
      `${name} ${number} इस ईमेल के साथ PDF में है। ${oneLine(description)}: ${showRupees(totalPaise)}, टैक्स सहित।`,
      ...(kind === 'credit_note' ? [credit] : []),
    ],
    action: 'क्रेडिट और इनवॉइस देखें',
    caution: TO_OWNERS_IN_HINDI,
  };
}

export function invoiceMail(facts: OwnerMailFacts & { readonly content: InvoiceContent }): Mail {
  const { number, totalPaise, description, kind, corrects } = facts.content;
  const name = titleOf(facts.content);
  const sum = `${oneLine(description)}: ${showRupees(totalPaise)}, tax included.`;
  const credit = `It corrects invoice ${corrects?.number}. The money goes back the way it was paid.`;
  return memberMail('invoice', facts, {
    hindi: invoiceInHindi(facts.content),
    title: `${name} ${number}`,
    paragraphs: [
      `${name} ${number} is attached as a PDF. ${sum}`,
      ...(kind === 'credit_note' ? [credit] : []),
    ],
    action: 'Open credits and invoices',
    caution: TO_OWNERS,
  });
}

/** `url` is the page of credits. */
export type OwnerMailFacts = MemberMailFacts & {
  readonly account: GreetedAccount;
  readonly url: string;
};

const TO_OWNERS =
  'You get this email as an owner of the account, or at the address that its owners gave.';

type OwnerWords = Omit<MemberMailWords, 'caution'>;

interface End {
  /** End of the trial or the paid time. */
  readonly covered: Date;
  /** End of access. */
  readonly until: Date;
  readonly isTrial: boolean;
  readonly renewal: AccessFacts['renewal'];
  /** Access is sold on the page of credits. */
  readonly isSold: boolean;
}

type BillingNews =
  | ({ readonly about: 'ending' | 'ended' | 'charge-failed' } & End)
  | { readonly about: 'low-credits'; readonly left: number; readonly isSold: boolean };

export interface BillingMailFacts extends OwnerMailFacts {
  readonly told: BillingNews;
}

const timeOf = (at: Date): string => readableTime('en', at);

const GOES_ON =
  'Documents that were sent can still be signed and downloaded, the dashboard stays open, and credits stay.';

const subscribeSteps = (isSold: boolean): string[] =>
  isSold
    ? ['Subscribe, or pay for a month, on the page of your credits.']
    : ['Ask the operator of this service for access.'];

const named = ({ isTrial }: End): string => (isTrial ? 'trial' : 'paid month');

function ending(end: End): OwnerWords {
  const { covered, until, isSold, isTrial } = end;
  const goesOn = until > covered ? ` Access continues until ${timeOf(until)}, then ends.` : '';
  return {
    title: isTrial ? 'Your trial ends soon' : 'Your API access ends soon',
    paragraphs: [
      `The ${named(end)} ends on ${timeOf(covered)}.${goesOn} From then on the API refuses requests.`,
      GOES_ON,
    ],
    action: 'Open credits',
    steps: subscribeSteps(isSold),
  };
}

function ended(end: End): OwnerWords {
  const { until, isSold, isTrial, renewal } = end;
  const waits = [
    'A charge that still arrives opens the API again.',
    'Or cancel the mandate and subscribe again on the page of your credits.',
  ];
  return {
    title: isTrial ? 'Your trial has ended' : 'Your API access has ended',
    paragraphs: [`Since ${timeOf(until)} the API refuses requests.`, GOES_ON],
    action: 'Open credits',
    steps: renewal === 'mandate' ? waits : subscribeSteps(isSold),
  };
}

const chargeFailed = ({ until }: End): OwnerWords => ({
  title: 'The monthly charge failed',
  paragraphs: [
    `The charge for your API access failed. Access continues until ${timeOf(until)}; if the charge has not arrived by then, the API refuses requests.`,
    GOES_ON,
  ],
  action: 'Open credits',
  steps: [
    'Check that the bank account or card of your mandate can be charged. The charge is usually retried.',
    'Or cancel the mandate and subscribe again on the page of your credits.',
  ],
});

const lowCredits = (left: number, isSold: boolean): OwnerWords => ({
  title: left === 1 ? '1 credit left' : `${left} credits left`,
  paragraphs: [
    'A credit pays for one signer. A document with more signers than credits is not sent, and the API answers insufficient_credits.',
    'You get this email once until there are more credits again.',
  ],
  action: 'Open credits',
  steps: [isSold ? 'Buy credits.' : 'Ask the operator of this service for credits.'],
});

function wordsOf(told: BillingNews): OwnerWords {
  switch (told.about) {
    case 'ending':
      return ending(told);
    case 'ended':
      return ended(told);
    case 'charge-failed':
      return chargeFailed(told);
    case 'low-credits':
      return lowCredits(told.left, told.isSold);
  }
}

export const billingMail = (facts: BillingMailFacts): Mail =>
  memberMail('billing', facts, { ...wordsOf(facts.told), caution: TO_OWNERS });
