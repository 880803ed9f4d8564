import { SIGN_IN_MS } from '../members/session.ts';
import type { Mail } from './mail-notice.ts';
import type { MemberMailFacts } from './member-mail.ts';
import { memberMail } from './member-mail.ts';

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
