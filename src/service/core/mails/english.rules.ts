import { readableDay } from '../../../languages/readable-time.ts';
import type { LetterFacts, SignerWords } from './letter.rules.ts';

const and = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const AHEAD = { signersTitle: 'Signers', stepsTitle: 'What happens next' };

const otpSteps = ({ gateway: { en } }: LetterFacts): string[] => [
  `When you agree to sign, ${en.authority} asks for your ${en.identity} number and sends a one-time password (OTP) to the mobile number in your ${en.identity} record.`,
  'Nothing is signed until you enter that OTP.',
];

const toSign = (facts: LetterFacts) => ({
  action: 'Read and sign',
  ...AHEAD,
  steps: [
    `The link opens the document at ${facts.host}. Reading it does not sign anything.`,
    ...otpSteps(facts),
  ],
});

function waiting({ after, signers }: LetterFacts): string {
  if (signers.length === 1) return '';
  if (after === 0) return ' Only your signature is missing.';
  return after === 1
    ? ' One more signer is waiting for you.'
    : ` ${after} more signers are waiting for you.`;
}

const OCCASIONS: SignerWords['occasions'] = {
  asked: (facts) => ({
    subject: 'Please sign',
    title: `${facts.sender} asks you to sign`,
    paragraphs: [
      `${facts.sender} asks you to sign “${facts.document}” electronically.`,
      facts.signers.length === 1 ? 'You are the only signer.' : 'It is your turn now.',
    ],
    ...toSign(facts),
  }),
  later: (facts) => ({
    subject: 'You will be asked to sign',
    title: `${facts.sender} asks you to sign`,
    paragraphs: [
      `${facts.sender} asks you to sign “${facts.document}” electronically.`,
      `People sign in order: first ${and(facts.before)}, then you. You do not need to do anything yet; we will email you when it is your turn.`,
    ],
    action: 'See whose turn it is',
    ...AHEAD,
    steps: [
      `The link opens a page at ${facts.host} that shows whose turn it is. Opening it does not sign anything.`,
      ...otpSteps(facts),
    ],
  }),
  'your-turn': (facts) => ({
    subject: 'Your turn to sign',
    title: 'It is your turn to sign',
    paragraphs: [
      `${facts.previous ?? facts.sender} has signed. It is now your turn to sign “${facts.document}”, which ${facts.sender} sent you.`,
    ],
    ...toSign(facts),
  }),
  reminder: (facts) => ({
    subject: 'Reminder to sign',
    title: 'Your signature is still needed',
    paragraphs: [
      `${facts.sender} asked you to sign “${facts.document}”. It has been your turn since ${readableDay('en', facts.turnSince)}.${waiting(facts)}`,
      'If you do not want to sign, you can decline on the page that the link opens.',
    ],
    ...toSign(facts),
  }),
  completed: (facts) => ({
    subject: facts.signers.length === 1 ? 'Signed' : 'Signed by everyone',
    title: facts.signers.length === 1 ? 'The document is signed' : 'Everyone has signed',
    paragraphs: [
      `“${facts.document}” from ${facts.sender} is completed. There is nothing left for you to do.`,
      'Keep a copy of the signed PDF. It contains every signature, and PDF readers that support signatures can verify them.',
    ],
    action: 'Get the signed PDF',
    signersTitle: 'Who signed',
    stepsTitle: 'How to get your copy',
    steps: [
      `The link opens your page at ${facts.host}, where you can download the signed PDF.`,
      'You can also download the completion certificate there. It shows who signed, when and how.',
    ],
  }),
  withdrawn: (facts) => ({
    subject: 'Withdrawn',
    title: 'The document was withdrawn',
    paragraphs: [
      `${facts.sender} withdrew “${facts.document}”. Nobody can sign it any more, and there is nothing left for you to do.`,
      `Reason: ${facts.reason}`,
    ],
    action: '',
    signersTitle: 'Signers',
    stepsTitle: 'What this means',
    steps: [
      'Your signing link no longer opens the document.',
      `If ${facts.sender} sends you another document to sign, you will get a new email.`,
    ],
  }),
};

function statusOf({ signedAt, isYou }: LetterFacts['signers'][number]): string {
  if (signedAt) return `signed on ${readableDay('en', signedAt)}`;
  return isYou ? 'you' : 'not signed yet';
}

function cautionsOf({ occasion, sender, replyTo, linkUntil }: LetterFacts): string[] {
  if (occasion === 'withdrawn')
    return [`If you have questions, ask ${sender}, using contact details that you already have.`];
  const unexpected =
    occasion === 'completed'
      ? `If you did not sign this document, tell ${sender} immediately, using contact details that you already have.`
      : `If you did not expect this email, do nothing: without your OTP nobody can sign in your name. If in doubt, ask ${sender}, using contact details that you already have${replyTo ? '' : '; do not reply to this email'}.`;
  const until = linkUntil ? ` and works until ${readableDay('en', linkUntil)}` : '';
  return [unexpected, `The link is for you alone${until}. Please do not forward this email.`];
}

export const ENGLISH: SignerWords = {
  language: 'en',
  occasions: OCCASIONS,
  preview: 'Nothing is signed until you enter a one-time password (OTP).',
  message: (sender, message) => `Message from ${sender}: ${message}`,
  test: 'TEST: signatures made here are for testing only and are not legally binding.',
  statusOf,
  cautionsOf,
  footerOf: ({ sender, replyTo }) => {
    const replies = replyTo ? `Replies go to ${replyTo}.` : 'Replies to this address are not read.';
    return `esign sent this email automatically on behalf of ${sender}. ${replies}`;
  },
  labels: { helpUrl: 'Help', privacyUrl: 'Privacy', termsUrl: 'Terms' },
};
