import type { Letter, Occasion, Opening, Telling } from './letter.ts';
import { dayIn } from './letter.ts';

const and = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const AHEAD = { signersTitle: 'Who signs', stepsTitle: 'What happens next' };

const CODE_STEPS = [
  'When you agree to sign, the certifying authority confirms who you are and sends a one-time code (OTP) to your phone.',
  'Nothing is signed until you enter that code.',
];

const signingSteps = ({ host }: Telling): string[] => [
  `The link opens the document at ${host}. Reading it signs nothing.`,
  ...CODE_STEPS,
];

const laterSteps = ({ host }: Telling): string[] => [
  `The link opens a page at ${host} that shows whose turn it is. Opening it signs nothing.`,
  ...CODE_STEPS,
];

const completedSteps = ({ host }: Telling): string[] => [
  `The link opens your page at ${host}, from which you download the signed PDF.`,
  'It goes on working: the page makes a fresh download each time.',
];

function waiting({ after, signers }: Telling): string {
  if (signers.length === 1) return '';
  if (after === 0) return ' Yours is the only signature missing.';
  return after === 1
    ? ' One more signer is waiting for you.'
    : ` ${after} more signers are waiting for you.`;
}

const OPENINGS: Readonly<Record<Occasion, (telling: Telling) => Opening>> = {
  asked: (telling) => ({
    subject: 'Please sign',
    title: `${telling.sender} asks you to sign`,
    paragraphs: [
      `${telling.sender} asks you to sign “${telling.document}” electronically.`,
      telling.signers.length === 1 ? 'You are the only signer.' : 'It is your turn now.',
    ],
    action: 'Read and sign',
    ...AHEAD,
    steps: signingSteps(telling),
  }),
  later: (telling) => ({
    subject: 'For you to sign later',
    title: `${telling.sender} asks you to sign`,
    paragraphs: [
      `${telling.sender} asks you to sign “${telling.document}” electronically.`,
      `Signing is in order: first ${and(telling.before)}, then you. There is nothing to do yet; another mail tells you when it is your turn.`,
    ],
    action: 'See whose turn it is',
    ...AHEAD,
    steps: laterSteps(telling),
  }),
  'your-turn': (telling) => ({
    subject: 'Your turn to sign',
    title: 'It is your turn to sign',
    paragraphs: [
      `${telling.previous ?? telling.sender} has signed. Now it is your turn to sign “${telling.document}”, which ${telling.sender} sent you.`,
    ],
    action: 'Read and sign',
    ...AHEAD,
    steps: signingSteps(telling),
  }),
  reminder: (telling) => ({
    subject: 'Reminder to sign',
    title: 'Your signature is awaited',
    paragraphs: [
      `${telling.sender} asked you to sign “${telling.document}”. It has been your turn since ${dayIn('en', telling.turnSince)}.${waiting(telling)}`,
      `If you do not want to sign, please tell ${telling.sender}.`,
    ],
    action: 'Read and sign',
    ...AHEAD,
    steps: signingSteps(telling),
  }),
  completed: (telling) => ({
    subject: telling.signers.length === 1 ? 'Signed' : 'Signed by everyone',
    title: telling.signers.length === 1 ? 'The document is signed' : 'Everybody has signed',
    paragraphs: [
      `“${telling.document}” from ${telling.sender} is complete. Nothing is left for you to do.`,
      'Keep a copy of the signed PDF: it carries every signature, and PDF readers that check signatures can check them.',
    ],
    action: 'Get the signed PDF',
    signersTitle: 'Who signed',
    stepsTitle: 'How to get your copy',
    steps: completedSteps(telling),
  }),
};

function statusOf({ signedAt, isYou }: Telling['signers'][number]): string {
  if (signedAt) return `signed on ${dayIn('en', signedAt)}`;
  return isYou ? 'you' : 'still to sign';
}

function cautionsOf({ occasion, sender }: Telling): string[] {
  const unexpected =
    occasion === 'completed'
      ? `If you did not sign this document, tell ${sender} at once, in a way that you already know.`
      : `If you did not expect this mail, do nothing: without your code nobody can sign in your name. If in doubt, ask ${sender} in a way that you already know, not by answering this mail.`;
  return [unexpected, 'The link is yours alone: please do not forward this mail.'];
}

/** The mail in English. */
export function inEnglish(telling: Telling): Letter {
  const opening = OPENINGS[telling.occasion](telling);
  const { you, sender, signers } = telling;
  return {
    ...opening,
    language: 'en',
    preview: [...opening.paragraphs, ...opening.steps.slice(-1)].join(' '),
    paragraphs: [`Hello ${you},`, ...opening.paragraphs],
    below: 'In English: below.',
    test: 'TEST: signatures made here are for trying things out and bind nobody.',
    orOpen: 'Or open this address:',
    signers: signers.map((signer) => ({ name: signer.name, status: statusOf(signer) })),
    cautions: cautionsOf(telling),
    footer: `esign sent this mail automatically on behalf of ${sender}. Answers to this address are not read.`,
  };
}
