import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';

/** For the page where a person plays customer, bank and seller. */
export const paymentDesk = {
  paymentTitle: 'A payment for tests',
  mandateTitle: 'A mandate for tests',
  noMoney: 'No money moves here. Choose what becomes of this payment.',
  noCharge: 'No money moves here. Choose what becomes of this mandate and of its charges.',
  for: 'For',
  price: 'Price',
  month: 'API access, every month',
  state: 'State',
  states: {
    open: 'Not authorised yet',
    active: 'Authorised',
    failing: 'The last charge failed',
    over: 'Over: nothing is charged any more',
  },
  charged: 'Charged so far',
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  nextCharge: 'Next charge',
  firstCharge: 'First charge',
  atOnce: 'once it is authorised',
  next: 'Next charges',
  nextChoices: { pay: 'are paid', fail: 'fail' },
  moveClock: html`Charges fall due by the sandbox’s clock: <code>esign sandbox clock advance 31d</code>`,
  over: (path: string) => html`This payment is over. <a href="${path}">Back to the order</a>`,
  back: (path: string) => html`<a href="${path}">Back to the dashboard</a>`,
  choices: {
    pay: ['Pay', 'The payment arrives, and the service is told.'],
    fail: ['Fail', 'Nothing is paid.'],
    late: [
      'Late',
      'The payment arrives after a minute of the clock, and nobody tells the service.',
    ],
    twice: ['Twice', 'The payment arrives once, and the service is told twice.'],
  },
  mandateChoices: {
    authorise: ['Authorise', 'The customer agrees; what is due now is charged.'],
    refuse: ['Refuse', 'The customer does not agree, and the mandate is over.'],
    pay: ['Let charges be paid', 'A failed charge is retried immediately.'],
    fail: ['Let charges fail', 'From the next one on.'],
    cancel: ['Cancel', 'As the customer does at the bank.'],
  },
  gone: {
    title: 'No such payment',
    words: 'The sandbox forgets payments and mandates when it stops. Order again.',
    next: 'Credits',
  },
  giveBack: {
    title: 'Give credits back',
    words:
      'Here you play the seller: unused credits of this payment are taken off, and the money goes back with a credit note.',
    field: 'Credits',
    button: 'Give back',
    so: (credits: number) => `Given back so far: ${credits}.`,
  },
} as const;

export type ChoiceWords = readonly [label: string, what: Insert];
