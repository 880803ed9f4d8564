import type { MemberRole } from '../members/permissions.ts';
import type { Mail } from '../outbox.ts';
import type { Letter } from './letter.ts';
import { oneLine } from './letter.ts';
import { printHtml, printText } from './print-letter.ts';

/** Facts that fill the mail to a new member of an account. */
export interface InvitationFacts {
  readonly to: string;
  /** The account's name. */
  readonly account: string;
  readonly role: MemberRole;
  /** Of the page where they sign in. */
  readonly url: string;
  readonly isTest: boolean;
  readonly now: Date;
}

const MAY: Readonly<Record<MemberRole, string>> = {
  owner: 'an owner, who may do everything',
  developer: 'a developer, who manages API keys and webhook endpoints and sees documents',
  support: 'a support person, who finds documents, sends links again and withdraws documents',
};

function letterOf({ account, role, isTest }: InvitationFacts): Letter {
  const name = oneLine(account);
  const title = `You can use the dashboard of ${name}`;
  const paragraphs = [
    `Somebody at ${name} made you a member of their account at esign: ${MAY[role]}.`,
    'Sign in with this address. You get a link and a code by email each time, and need no password.',
  ];
  return {
    language: 'en',
    subject: title,
    preview: paragraphs.join(' '),
    below: '',
    test: isTest ? 'TEST: this email is from a sandbox, where nothing is legally binding.' : '',
    title,
    paragraphs,
    action: 'Open the dashboard',
    orOpen: 'Or open this address:',
    signersTitle: '',
    signers: [],
    stepsTitle: '',
    steps: [],
    cautions: ['If you do not know them, ignore this email.'],
    footer: 'esign sent this email automatically. Replies to this address are not read.',
    pages: [],
  };
}

/** Writes the mail to a new member of an account, in English as the dashboard is. */
export function invitationMail(facts: InvitationFacts): Mail {
  const { to, url, isTest, now } = facts;
  const letter = letterOf(facts);
  const { subject } = letter;
  return {
    kind: 'invitation',
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: to,
    replyTo: null,
    at: now.toISOString(),
    subject,
    text: printText([letter], { url, isTest }),
    html: printHtml([letter], { url, isTest, subject }),
  };
}
