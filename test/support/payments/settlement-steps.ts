/** What the settlement of one paid order calls, in this order. Its mail goes to the owners, if there are any. */
export const SETTLEMENT_STEPS = [
  'store.findOrder',
  'store.transaction',
  'tx.lockOrder',
  'tx.lockAccount',
  'tx.insertPayment',
  'tx.grantCredits',
  'tx.findProfile',
  'tx.takeNumber',
  'tx.insertInvoice',
  'tx.listMembers',
  'tx.queueMail',
  'tx.changeOrder',
] as const;
