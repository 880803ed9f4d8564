import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';

const GOES_ON =
  'What was sent can still be signed and downloaded, this dashboard stays open, and your credits stay.';

export const credits = {
  title: 'Credits',
  access: 'API access',
  accessStates: {
    none: 'None: the API refuses requests',
    trial: (left: string) => `Trial, ${left} left`,
    active: (left: string) => `Active, ${left} left`,
    activeForEver: 'Active',
    pastDue: (left: string) => `Past due: the paid time is over, access ends in ${left}`,
    trialOver: 'The trial has ended: the API refuses requests',
    lapsed: 'Lapsed: the API refuses requests',
  },
  buy: {
    title: 'Buy credits',
    price: (each: string) => `A credit pays for one signer. Each costs ${each}, GST included.`,
    pack: (count: number, price: string) => `Buy ${count} for ${price}`,
    other: (minimum: number) => `Another number, from ${minimum}`,
    button: 'Buy',
    notSold: 'Nothing is sold here. Ask the operator of this service for credits.',
  },
  notices: {
    failed: (until: Insert) =>
      html`The last charge failed. Access continues until ${until}. Then the API refuses requests. ${GOES_ON} Check that the account or card of your mandate can be charged: the charge is usually retried. Or cancel the mandate and subscribe again.`,
    awaited: (until: Insert) =>
      html`The paid time is over, and the next charge has not arrived yet. Access continues until ${until}. Then the API refuses requests. ${GOES_ON}`,
    unpaid: (until: Insert) =>
      html`The paid month is over. Access continues until ${until}. Then the API refuses requests. ${GOES_ON} Subscribe, or pay for a month.`,
    cancelled: (until: Insert) =>
      html`The mandate is cancelled, and nothing is charged any more. On ${until} access ends, and the API refuses requests. ${GOES_ON} To keep access, subscribe again.`,
    lapsed: html`Access has ended: the API refuses requests. ${GOES_ON} A payment opens the API again.`,
    lapsedFailing: html`Access has ended, since the charge failed: the API refuses requests. ${GOES_ON} A charge that still arrives opens the API again. Or cancel the mandate and subscribe again.`,
  },
  trial: {
    words: 'Try the API for 72 hours. It costs nothing, needs no card, and can be done once.',
    button: 'Start trial',
  },
  subscribe: {
    words: (price: string) =>
      `${price} a month, GST included. You give your bank a mandate; then each month is charged by itself. You can cancel at any time.`,
    first: (at: Insert) => html`The first charge is on ${at}, when what you have now is over.`,
    atOnce: 'The first charge is made when you authorise the mandate.',
    button: 'Subscribe',
  },
  subscribed: {
    words: (price: string) => `Subscribed: your mandate is charged ${price} every month.`,
    next: (at: Insert) => html`Next charge: ${at}.`,
    cancel: 'Cancel the mandate',
    cancelAhead: (until: Insert) =>
      html`Access then ends on ${until}, and nothing is charged any more.`,
    cancelLapsed: 'Nothing more is charged.',
    cancelNow: 'Nothing more is charged, and access ends immediately because no time is paid for.',
  },
  opened: {
    words: 'You started a mandate. It is not authorised yet.',
    goOn: 'Continue with the mandate',
    drop: 'Cancel it',
  },
  month: {
    words: (price: string) =>
      `Or pay ${price} for one month, without a mandate. It begins when the time that is paid, or the trial, is over.`,
    button: 'Pay for one month',
  },
  mandate: {
    title: { open: 'Authorise the mandate', given: 'The mandate is given', none: 'No mandate' },
    price: 'Price',
    everyMonth: (price: string) => `${price} every month, GST included`,
    first: 'First charge',
    next: 'Next charge',
    atOnce: 'when you authorise it',
    authorise: 'Authorise',
    done: 'Authorised already? Banks take a moment. This page shows it once your bank has agreed.',
    lookAgain: 'Look again',
    unavailable:
      'The provider of payments does not show this mandate now. Look again in a while: a mandate that is not authorised costs nothing.',
    given: 'From now on you are charged every month, and get an invoice by email for each charge.',
    none: 'No mandate charges this account. It may have been refused, or nobody authorised it in time. Nothing was charged for it.',
    back: 'Credits',
  },
  notNow: {
    ordered: 'Nothing was ordered',
    changed: 'Nothing was changed',
    words:
      'The provider of payments does not answer now. Nothing was charged. Try again in a while.',
    unchanged: 'The provider of payments does not answer now. Try again in a while.',
  },
  nothingSold: 'Nothing is sold here; ask the operator of this service.',
  goods: {
    pack: (count: number) => `${count} credits`,
    month: 'API access, one month',
  },
  payments: {
    title: 'Payments and invoices',
    heads: { time: 'Time', goods: 'For', paid: 'Paid', invoice: 'Invoice', back: 'Given back' },
    refund: (count: number, sum: string) => `${count} credits for ${sum}: `,
    refundStates: {
      requested: 'asked for',
      done: 'done',
      failed: 'failed, the credits were returned',
    },
    desk: 'Give credits back (test)',
  },
  ledger: {
    title: 'Ledger',
    heads: { time: 'Time', subject: 'For', credits: 'Credits', left: 'Left' },
    empty: 'No credits yet. Sent documents appear here with what they cost.',
    removed: 'A document that was removed',
    givenBack: 'Given back for money',
    returned: 'Returned: the refund failed',
    bought: 'Bought',
    granted: 'Granted by the operator',
    older: 'Older',
  },
  order: {
    titles: {
      open: 'Pay for your order',
      paid: 'Paid',
      expired: 'This order has expired',
      held: 'We have to look at this payment',
    },
    order: 'Order',
    for: 'For',
    price: 'Price',
    withGst: (price: string) => `${price}, GST included`,
    pay: (price: string) => `Pay ${price}`,
    until: (at: Insert) => html`Until ${at}.`,
    paidAlready:
      'Paid already? Banks take a moment, sometimes longer. This page shows it once the payment has arrived; you need not pay again.',
    lookAgain: 'Look again',
    unavailable:
      'The provider of payments does not show this order now. Look again in a while, or order again: an order that is not paid costs nothing.',
    paid: 'The payment has arrived. You will find the invoice under Credits; we also email it.',
    expired:
      'It was not paid in time, and nothing was bought. A payment that is still in progress is recognised if it arrives within a day.',
    held: (reason: string) =>
      `A payment arrived that does not fit this order: ${reason} Nothing was bought with it. Tell the operator of this service the number of the order.`,
    back: 'Credits',
  },
  profile: {
    section: 'Invoices are made out to',
    nameOnly: 'The name of the account, without an address or a GSTIN.',
    gstinIs: (gstin: string) => `GSTIN ${gstin}`,
    sentTo: (email: string) => `They are sent to ${email}.`,
    sentToOwners: 'They are sent to the owners of the account.',
    change: 'Change',
    title: 'Invoices',
    words: 'New invoices are made out to this name and address. Existing invoices do not change.',
    name: 'Registered name',
    address: 'Address',
    state: 'State or union territory',
    choose: 'Choose',
    gstin: 'GSTIN (optional)',
    gstinHint: 'Checked for typing errors only, not whether it is registered.',
    email: 'Email for invoices (optional)',
    emailHint: 'If empty, invoices go to the owners of the account.',
    save: 'Save',
  },
} as const;

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
