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
  timeline: [
    { schema: 'Ended', about: 'How a document ended otherwise than by completion.', way: 'answer' },
    { schema: 'TimelineSigner', about: 'The signer whom an entry is about.', way: 'answer' },
    { schema: 'TimelineCause', about: 'Why an attempt to sign failed.', way: 'answer' },
    { schema: 'TimelineEntry', about: 'Something that happened to a document.', way: 'answer' },
    {
      schema: 'Timeline',
      about: 'What happened to a document, oldest first, and how it ended.',
      way: 'answer',
    },
    {
      schema: 'WithdrawnDocument',
      about: 'The response to withdraw. The status stays SENT.',
      way: 'answer',
    },
    { schema: 'ResentSigner', about: 'The signer who was mailed again.', way: 'answer' },
    { schema: 'ResentLink', about: 'The response to resend.', way: 'answer' },
    { schema: 'ExternalId', about: 'The response to set_external_id.', way: 'answer' },
    { schema: 'Extensions', about: 'The names of the extensions.', way: 'answer' },
  ],
  finding: [
    { schema: 'FoundSigner', about: 'A signer of a found document.', way: 'answer' },
    { schema: 'FoundDocument', about: 'A document that a search found.', way: 'answer' },
    { schema: 'SearchResult', about: 'One page of found documents, newest first.', way: 'answer' },
    { schema: 'TextHit', about: 'Where the first line of a text stands.', way: 'answer' },
    { schema: 'TextPlace', about: 'Where a signature fits beside a text.', way: 'answer' },
    {
      schema: 'FoundText',
      about: 'Where a text stands, and where a signature fits beside it.',
      way: 'answer',
    },
    { schema: 'FoundTexts', about: 'The response to find_text, in its order.', way: 'answer' },
  ],
  events: [
    { schema: 'SignerSignedEvent', about: 'Sent when a signer has signed.', way: 'answer' },
    {
      schema: 'DocumentCompletedEvent',
      about: 'Sent when every signer has signed.',
      way: 'answer',
    },
    { schema: 'ExtraEvent', about: 'Sent to endpoints that ask for it.', way: 'answer' },
  ],
};
