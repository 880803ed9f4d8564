import { REPLY_ADDRESS } from '../core/accounts/reply-address.rules.ts';
import { oneLine } from '../core/mails/letter.rules.ts';
import type { Mail } from '../core/mails/mail-notice.rules.ts';
import { printHtml, printText } from '../core/mails/print-letter.rules.ts';
import type { MemberRole } from '../core/permissions.rules.ts';
import { SIGN_IN_MS } from './sign-in/session.rules.ts';

/** Facts of a mail to someone who belongs to an account, or may. */
export interface MemberMailFacts {
  readonly to: string;
  /** The account to greet; without one there is no greeting. */
  readonly account?: { readonly name: string };
  /** The button's link; without one there is no button. */
  readonly url?: string;
  readonly isTest: boolean;
  readonly now: Date;
}

export interface MemberMailWords {
  readonly title: string;
  /** By default the title. */
  readonly subject?: string;
  readonly paragraphs: readonly string[];
  readonly action?: string;
  readonly steps?: readonly string[];
  readonly caution: string;
}

/** In English, like the dashboard and the API. */
export function memberMail(
  kind: Mail['kind'],
  { to, account, url, isTest, now }: MemberMailFacts,
  { title, subject = title, paragraphs, action = '', steps = [], caution }: MemberMailWords,
): Mail {
  const name = account && oneLine(account.name);
  const letter = {
    language: 'en' as const,
    subject,
    preview: paragraphs.join(' '),
    below: '',
    test: 'TEST: this email is from a sandbox, where nothing is legally binding and no money moves.',
    title,
    paragraphs: [...(name === undefined ? [] : [`Hello ${name},`]), ...paragraphs],
    action,
    opens: url === undefined ? '' : `Opens ${new URL(url).host}`,
    signersTitle: '',
    signers: [],
    stepsTitle: steps.length > 0 ? 'What to do' : '',
    steps,
    cautions: [caution],
    footer: 'esign sent this email automatically. Replies to this address are not read.',
    pages: [],
  };
  const print = { isTest, ...(url !== undefined && { url }) };
  return {
    kind,
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: name ?? to,
    replyTo: null,
    at: now.toISOString(),
    subject,
    text: printText([letter], print),
    html: printHtml([letter], { ...print, subject }),
  };
}

export interface ReplyAddressFacts extends Omit<MemberMailFacts, 'account'> {
  readonly url: string;
  readonly account: string;
}

export function replyAddressMail({ account, ...facts }: ReplyAddressFacts): Mail {
  const name = oneLine(account);
  return memberMail('reply-address', facts, {
    title: `Confirm that ${name} may use this address`,
    paragraphs: [
      `${name} asks people to sign documents with esign, and wants their replies to go to ${facts.to}.`,
      `If that is right, open the link and press the button there. It works once, for ${REPLY_ADDRESS.days} days.`,
    ],
    action: 'Look at it',
    caution: 'If you do not know them, ignore this email: no replies will come to you.',
  });
}

/** `url` is the sign-in page. */
export interface InvitationFacts extends Omit<MemberMailFacts, 'account'> {
  readonly url: string;
  readonly account: string;
  readonly role: MemberRole;
}

const MAY: Readonly<Record<MemberRole, string>> = {
  owner: 'an owner, who may do everything',
  developer: 'a developer, who manages API keys and webhook endpoints and sees documents',
  support: 'a support person, who finds documents, sends links again and withdraws documents',
};

export function invitationMail({ account, role, ...facts }: InvitationFacts): Mail {
  const name = oneLine(account);
  return memberMail('invitation', facts, {
    title: `You can use the dashboard of ${name}`,
    paragraphs: [
      `Somebody at ${name} made you a member of their account at esign: ${MAY[role]}.`,
      'Sign in with this address. You need no password.',
    ],
    action: 'Open the dashboard',
    caution: 'If you do not know them, ignore this email.',
  });
}

export interface SignInMailFacts extends MemberMailFacts {
  readonly url: string;
  /** Six digits. */
  readonly code: string;
}

const MINUTES = SIGN_IN_MS / 60_000;

export const signInMail = (facts: SignInMailFacts): Mail =>
  memberMail('sign-in', facts, {
    title: 'Sign in to esign',
    paragraphs: [
      `Somebody asked to sign in to the dashboard of ${new URL(facts.url).host} with this address.`,
      `Open the link below, or enter the code ${facts.code} where you asked for it. Either works once, within ${MINUTES} minutes.`,
    ],
    action: 'Sign in',
    caution: 'If that was not you, ignore this email, and pass the code on to nobody.',
  });
