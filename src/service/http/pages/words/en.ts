import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';

/** Everything that signers' pages say, in English. Each other language has the same words under the same names. */
export const EN = {
  test: {
    label: 'TEST',
    words: 'Signatures made here are for trying things out. They bind nobody.',
  },
  languages: 'Language',
  footer:
    'Never share a one-time password with anybody, not even with the sender of this document.',
  titles: {
    'your-turn': 'your signature',
    waiting: 'not yet your turn',
    signed: 'signed',
    completed: 'completed',
  },
  asks: (sender: Insert) => html`${sender} asks you to sign`,
  turn: {
    greeting: (name: Insert) =>
      html`It is your turn, ${name}. Read the document, then sign with a one-time password. It comes to the mobile number of your national identity record.`,
    heading: 'Sign',
    agreement: (name: Insert, pages: number) =>
      html`You sign as <strong>${name}</strong>, and agree to the document as it is shown here, ${pages === 1 ? 'its one page' : `all ${pages} pages`}.`,
    consent: (gateway: Insert) =>
      html`I have read the document and agree to sign it electronically. ${gateway} may issue a certificate in my name for it.`,
    button: 'Sign with a one-time password',
    again: 'Try again',
    privacy: (gateway: Insert) =>
      html`You enter your identity number at ${gateway}. It is never sent to us or to the sender.`,
    noConsent: 'Please tick the box to agree before you sign.',
  },
  next: {
    heading: 'What happens next',
    identity: (gateway: Insert) => html`${gateway} opens and asks for your identity number.`,
    code: 'It sends a one-time password to your mobile phone. You enter it there, never on this page.',
    back: 'You come back here, and your signature is in the document.',
    other: (name: Insert) => html`After you it is ${name}’s turn.`,
    last: 'You are the last to sign: after you, everybody can download the signed document.',
  },
  decline: {
    heading: 'You do not want to sign?',
    words: (sender: Insert) =>
      html`Then do nothing. Without you nothing is signed, and you can close this page. We do not tell the sender, and the document stays open: please tell ${sender} yourself, the way you usually reach them.`,
  },
  waiting: {
    badge: 'Waiting',
    whose: (name: Insert) => html`It is <strong>${name}</strong>’s turn to sign.`,
    after:
      'Your turn comes after: we write to you then. This page goes on by itself, and your link stays valid.',
  },
  signed: {
    badge: 'Signed',
    thanks: (name: Insert) => html`Thank you, ${name}: your signature is in the document.`,
    missing: (count: number) =>
      `${count === 1 ? 'One more person has' : `${count} more people have`} to sign; once they have, you can download it here.`,
  },
  completed: {
    badge: 'Completed',
    words: 'Everybody has signed.',
    download: 'Download the signed PDF',
    hint: 'Keep a copy. You can also come back by your link and download it again.',
  },
  document: {
    heading: 'The document',
    show: 'Show the document',
    pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
    open: 'Open as PDF',
    loading: 'Loading the document…',
    failed: 'The document cannot be shown on this page. Please open it as PDF.',
    page: 'Page {page} of {pages}',
    yours: 'You sign here',
    jump: 'Your signature: page {page}',
    toSign: 'Go to signing',
  },
  people: {
    heading: 'Who signs',
    you: '(you)',
    signed: (time: Insert) => html`Signed ${time}`,
    later: 'Signs later',
    yourTurn: 'It is your turn',
    theirTurn: 'It is their turn',
  },
  about: {
    heading: 'About the document',
    sender: 'Sender',
    pages: 'Pages',
    document: 'Document',
    hint: 'The SHA-256 is that of the file as the sender uploaded it.',
  },
  gateway: {
    title: (gateway: string) => `On to ${gateway}`,
    words:
      'You sign at the certifying authority. It asks for your identity number and a one-time password, and brings you back here.',
    button: (gateway: Insert) => html`Continue to ${gateway}`,
  },
  notices: {
    'unknown-link': {
      title: 'This link leads nowhere',
      words:
        'Perhaps it was cut when it was copied. Open it again from the mail that brought it, whole.',
    },
    'expired-link': {
      title: 'This download link has expired',
      words:
        'Download links work for a few minutes. Open the page that showed it again for a fresh one.',
    },
    'unknown-signature': {
      title: 'No signature is waiting for this answer',
      words: 'Open your signing link again from the mail that brought it, and start again there.',
    },
    'refused-answer': {
      title: 'The answer could not be accepted',
      words:
        'It is not one that the certifying authority gave. Nothing was signed. Open your signing link again and start again.',
    },
    'foreign-form': {
      title: 'This did not come from your signing page',
      words:
        'Nothing was signed. Open your signing link from the mail that brought it, and go on there.',
    },
    'too-many': {
      title: 'Too many requests at once',
      words: 'Nothing is lost. Please wait a minute, then open your link again.',
    },
    'not-found': {
      title: 'There is nothing here',
      words: 'Check the address: it may be mistyped or cut off.',
    },
    invalid: {
      title: 'That did not work',
      words: 'The request came incomplete. Go back, and try once more.',
    },
    error: {
      title: 'Something went wrong here',
      words: 'It is not your fault, and nothing was signed by it. Please try again later.',
    },
  },
  quote: (code: Insert) => html`If you ask for help, quote ${code}.`,
  failures: {
    gateway_refused:
      'The signing service refused our request. Nothing was signed. It is for us to mend; please try again later.',
    clock:
      'The signing service refused our request. Nothing was signed. It is for us to mend; please try again later.',
    duplicate_txn: 'That request was finished before. Nothing was signed by it. Start again.',
    signer_declined: 'You stopped. Nothing was signed. Start again when you are ready.',
    session_expired: 'The page was open too long. Nothing was signed. Start again.',
    otp_attempts:
      'The code was wrong three times. Nothing was signed. Wait a while, then start again.',
    otp_expired: 'The code is too old. Nothing was signed. Start again for a new one.',
    wait_1min: 'Too many codes were sent. Nothing was signed. Try again in 1 minute.',
    wait_30min: 'Too many codes were sent. Nothing was signed. Try again in 30 minutes.',
    mobile_not_linked:
      'No mobile number is linked to this identity, so no code can be sent. Nothing was signed. Link one with the issuer of your identity, then start again.',
    identity_locked:
      'This identity is locked. Nothing was signed. Unlock it with its issuer, then start again.',
    identity_suspended: 'This identity cannot be used now. Nothing was signed. Ask its issuer why.',
    invalid_identity: 'The number is not valid. Nothing was signed. Check it and start again.',
    name_mismatch:
      'The name of the identity is not the name that the sender gave. Nothing was signed. Tell the sender.',
    service_down:
      'The signing service has a problem. Nothing was signed. Try again in a few minutes.',
    session_over: 'That signing session is over. Nothing was signed by it. Start again.',
    stale: 'That signing session is over. Nothing was signed by it. Start again.',
    stale_base: 'The document has changed since. Nothing was signed. Read it and start again.',
    embedding_failed:
      'Your signature came, but we could not put it into the document. Nothing was signed. It is for us to mend; start again.',
    unsound:
      'The signing service sent a signature that does not hold. Nothing was signed. Start again.',
  },
};
