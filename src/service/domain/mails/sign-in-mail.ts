import { SIGN_IN_MS } from '../members/session.ts';
import type { Mail } from '../outbox.ts';
import type { Letter } from './letter.ts';
import { printHtml, printText } from './print-letter.ts';

/** Facts that fill the mail that signs somebody in. */
export interface SignInMailFacts {
  readonly to: string;
  readonly url: string;
  /** Six digits. */
  readonly code: string;
  readonly isTest: boolean;
  readonly now: Date;
}

const SUBJECT = 'Sign in to esign';
const MINUTES = SIGN_IN_MS / 60_000;

function letterOf({ code, url }: SignInMailFacts): Letter {
  const paragraphs = [
    `Somebody asked to sign in to the dashboard of ${new URL(url).host} with this address.`,
    `Open the link below, or enter the code ${code} where you asked for it. Either works once, within ${MINUTES} minutes.`,
  ];
  return {
    language: 'en',
    subject: SUBJECT,
    preview: paragraphs.join(' '),
    below: '',
    test: 'TEST: this email is from a sandbox, where nothing is legally binding.',
    title: SUBJECT,
    paragraphs,
    action: 'Sign in',
    orOpen: 'Or open this address:',
    signersTitle: '',
    signers: [],
    stepsTitle: '',
    steps: [],
    cautions: ['If that was not you, ignore this email: nobody can sign in without it.'],
    footer: 'esign sent this email automatically. Replies to this address are not read.',
    pages: [],
  };
}

/** Writes the mail that signs a member in, in English as the dashboard is. */
export function signInMail(facts: SignInMailFacts): Mail {
  const { to, url, isTest, now } = facts;
  const letter = letterOf(facts);
  return {
    kind: 'sign-in',
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: to,
    replyTo: null,
    at: now.toISOString(),
    subject: SUBJECT,
    text: printText([letter], { url, isTest }),
    html: printHtml([letter], { url, isTest, subject: SUBJECT }),
  };
}
