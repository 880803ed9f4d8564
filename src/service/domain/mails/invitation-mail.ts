import type { MemberRole } from '../members/permissions.ts';
import { oneLine } from './letter.ts';
import type { Mail } from './mail-notice.ts';
import type { MemberMailFacts } from './member-mail.ts';
import { memberMail } from './member-mail.ts';

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
