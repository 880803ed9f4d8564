import { untilMinute } from '../../../core/quotas.rules.ts';
import { SIGN_IN_MAILS } from '../../../members/sign-in/sign-in.rules.ts';

export const signIn = {
  title: 'Sign in',
  button: 'Sign in',
  address: 'Email address',
  noAddress: 'Enter an email address, such as asha@example.in.',
  send: 'Send me a link and a code',
  byLink: 'Sign in to the dashboard',
  code: 'Code',
  mayBeMailed:
    'If that address belongs to a member who signs in by email, an email with a link and a code of six digits is sent to it, at most a few an hour. Both work once, within 15 minutes. If none comes, use the newest that you have, or try again in an hour.',
  wrongCode:
    'That code does not sign you in. It may be mistyped, used, or older than 15 minutes. After five wrong codes you need a new one.',
  askAgain: 'No email? Ask again.',
  ended: {
    title: 'This link has ended',
    words: 'Links to sign in work once, within 15 minutes. Ask for a new one.',
    next: 'Ask for a new link',
  },
  tooOften: {
    title: 'Too many attempts',
    words:
      'There were too many attempts to sign in from your network. Wait a minute, then try again.',
  },
  foreign: {
    title: 'You are not signed in',
    words: 'That form did not come from this page. Open the page again, and retry.',
  },
  passkey: {
    button: 'Sign in with a passkey',
    failed: 'Your device used no passkey. Try again, or ask for a link by email.',
    refused: {
      title: 'That passkey does not sign you in',
      words:
        'It was removed, its answer came too late, or its owner belongs to no account. Sign in by email, and look at your passkeys under “Your profile”.',
    },
  },
  provider: {
    button: (name: string) => `Sign in with ${name}`,
    next: 'Back to sign in',
    notFound: 'Not found',
    unreachable: {
      title: 'We could not sign you in',
      words: (name: string) =>
        `${name} cannot be reached, or gave an answer that does not count. Try again in a few minutes.`,
    },
    refused: {
      title: 'You are not signed in',
      words: (name: string) => `${name} did not sign you in. You can try again.`,
    },
    lost: {
      title: 'That took too long',
      words:
        'You came back after more than 10 minutes, in another browser, or without proving once more that it is you. Nothing was changed. Begin again.',
    },
    noMember: {
      title: 'You are not a member',
      words: (name: string) =>
        `${name} signed you in, but no member has an address that it verified for its domains. Ask an owner of your account to invite you with that address.`,
    },
    otherPerson: {
      title: 'That was somebody else',
      words: (name: string) =>
        `${name} signed in somebody who is not the member of this session. Nothing was changed.`,
    },
  },
  confirm: {
    title: 'Confirm that it is you',
    lasts:
      'Confirm in one of these ways. You can then change keys, members and other sensitive settings for 10 minutes.',
    byMail: (email: string) =>
      `We send a code of six digits to ${email}, at most ${SIGN_IN_MAILS.session} times an hour.`,
    noneLeft: (from: Date) =>
      `You asked for ${SIGN_IN_MAILS.session} codes within the hour, and no other one was sent. Use the last one if it is not older than 15 minutes, a passkey if you have one, or wait until ${untilMinute(from)}.`,
    send: 'Send me a code',
    enter: 'Enter the code',
    button: 'Confirm',
    wrong: 'That code is mistyped, used, or older than 15 minutes.',
    passkey: 'Confirm with a passkey',
    passkeyFailed: 'Your device used no passkey. Try again, or use another way below.',
    passkeyRefused: 'That passkey is not yours, or its answer came too late. Try again.',
    provider: (name: string) => `Sign in again with ${name}`,
  },
};
