import type { PhoneMessage } from '../authority/test-phone.ts';
import type { InboxMessage } from '../control/control-face.ts';
import type { KeptMail } from '../mail/mail-inbox.ts';

const LINK = /https?:\/\/[^\s<>"')]+/g;

const mailMessage = ({ id, at, to, subject, text }: KeptMail): InboxMessage => {
  const links = [...new Set(text.match(LINK) ?? [])];
  return { kind: 'mail', id, at, to, subject, text, links };
};

const otpMessage = ({ at, mobile, code, reference, text }: PhoneMessage): InboxMessage => {
  return { kind: 'otp', at: at.toISOString(), to: mobile, code, reference, text };
};

/** Mails and codes as one list, oldest first. */
export function listInbox(
  mails: readonly KeptMail[],
  texts: readonly PhoneMessage[],
): InboxMessage[] {
  const messages = [...mails.map(mailMessage), ...texts.map(otpMessage)];
  return messages.sort((a, b) => a.at.localeCompare(b.at));
}
