import type { InvoiceContent } from '../billing/invoice.ts';
import { titleOf } from '../billing/invoice-words.ts';
import { showRupees } from '../billing/prices.ts';
import type { OwnerMailFacts } from './billing-mail.ts';
import { TO_OWNERS } from './billing-mail.ts';
import { oneLine } from './letter.ts';
import type { Mail } from './mail-notice.ts';
import { memberMail } from './member-mail.ts';

export function invoiceMail(facts: OwnerMailFacts & { readonly content: InvoiceContent }): Mail {
  const { number, totalPaise, description, kind, corrects } = facts.content;
  const name = titleOf(facts.content);
  const sum = `${oneLine(description)}: ${showRupees(totalPaise)}, tax included.`;
  const credit = `It corrects invoice ${corrects?.number}. The money goes back the way it was paid.`;
  return memberMail('invoice', facts, {
    title: `${name} ${number}`,
    paragraphs: [
      `${name} ${number} is attached as a PDF. ${sum}`,
      ...(kind === 'credit_note' ? [credit] : []),
    ],
    action: 'Open credits and invoices',
    caution: TO_OWNERS,
  });
}
