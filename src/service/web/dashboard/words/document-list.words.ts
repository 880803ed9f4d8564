import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { counted } from './common.words.ts';

export const exported = {
  heads: [
    'Document ID',
    'Name',
    'State',
    'Created (India)',
    'Signed',
    'Signers',
    'Names',
    'Emails',
    'External ID',
  ],
  cut: (most: number) =>
    `Only the first ${most.toLocaleString('en-IN')} are listed. Choose fewer days to get the rest.`,
};

export const selected = {
  none: {
    title: 'No document is selected',
    words: 'Go back, and tick one or more documents that wait for signatures.',
    next: 'Documents',
  },
  tooMany: (most: number) => `Select at most ${most} documents at a time.`,
  next: (name: Insert) => html`next: ${name}`,
  leftOut: (count: number) =>
    count === 1
      ? '1 of those you selected does not wait for signatures, and is left out.'
      : `${count} of those you selected do not wait for signatures, and are left out.`,
  failed: (count: number) => `${counted(count, 'document')} left as before`,
  back: 'Documents',
  resend: {
    title: (count: number) => `Resend ${counted(count, 'link')}`,
    about:
      'The next signer of each document gets an email with their link. All links of the document then work longer.',
    button: (count: number) => `Resend ${counted(count, 'link')}`,
    done: (done: number, of: number) =>
      `${done} of ${counted(of, 'email')} with a link ${done === 1 ? 'is' : 'are'} queued.`,
  },
  withdraw: {
    title: (count: number) => `Withdraw ${counted(count, 'document')}`,
    about:
      'Nobody can sign them any more. Every signer gets an email with the reason. Credits are not refunded. This cannot be undone.',
    button: (count: number) => `Withdraw ${counted(count, 'document')}`,
    done: (done: number, of: number) =>
      `${done} of ${counted(of, 'document')} ${done === 1 ? 'is' : 'are'} withdrawn.`,
  },
};
