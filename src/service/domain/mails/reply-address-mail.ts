import { REPLY_ADDRESS } from '../accounts/reply-address.ts';
import { oneLine } from './letter.ts';
import type { Mail } from './mail-notice.ts';
import type { MemberMailFacts } from './member-mail.ts';
import { memberMail } from './member-mail.ts';

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
