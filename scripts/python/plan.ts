import type { ClassPlan } from './write-class.ts';

/** The modules of `esign._models` and their classes, in an order in which each name is defined before its use. */
export const MODULES: Readonly<Record<string, readonly ClassPlan[]>> = {
  placement: [
    { schema: 'SignaturePosition', about: 'A rectangle on a page, in PDF points.', way: 'both' },
    {
      schema: 'SignaturePlacement',
      about: 'Where a signature goes: one rectangle a page.',
      way: 'both',
    },
    { schema: 'Advanced', about: 'Optional settings of a signer.', way: 'both' },
  ],
  signers: [
    { schema: 'SignerInput', about: 'A signer to add.', way: 'request' },
    { schema: 'AddedSigner', about: 'A signer in the response to add_signers.', way: 'answer' },
    { schema: 'AddedSigners', about: 'The response to add_signers.', way: 'answer' },
    {
      schema: 'SentSigner',
      about: 'A signer in the response to send. The link is None if a rebuilt response lacks it.',
      way: 'answer',
    },
    { schema: 'DocumentSigner', about: 'A signer and their progress.', way: 'answer' },
    {
      schema: 'WebhookSigner',
      about: 'A signer and their progress, in a webhook event.',
      way: 'answer',
    },
  ],
  documents: [
    { schema: 'CreatedDocument', about: 'The response to create.', way: 'answer' },
    {
      schema: 'SignerCounts',
      about: 'How many signers a document has, and how many signed.',
      way: 'answer',
    },
    { schema: 'DocumentSummary', about: 'A document in the list.', way: 'answer' },
    { schema: 'DocumentList', about: 'One page of the list, most recent first.', way: 'answer' },
    { schema: 'Document', about: "A document with each signer's progress.", way: 'answer' },
    {
      schema: 'SentDocument',
      about:
        'The response to send. credits_remaining is None if it was lost and rebuilt by reading.',
      way: 'answer',
    },
  ],
  events: [
    { schema: 'SignerSignedEvent', about: 'Sent when a signer has signed.', way: 'answer' },
    {
      schema: 'DocumentCompletedEvent',
      about: 'Sent when every signer has signed.',
      way: 'answer',
    },
  ],
};
