import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { SigningFailure } from '../../../core/signing/causes.rules.ts';

/** Of links that no longer open their document. */
export const EN_ENDED = {
  withdrawn: {
    title: 'This document was withdrawn',
    words: (sender: Insert, document: Insert) =>
      html`${sender} withdrew “${document}”. Nobody can sign it any more, and there is nothing left for you to do.`,
    reason: (reason: Insert) => html`Reason: ${reason}`,
  },
  expired: {
    title: 'This link has expired',
    sent: (sender: Insert, document: Insert, day: Insert) =>
      day
        ? html`On ${day}, ${sender} sent you “${document}” to sign.`
        : html`${sender} sent you “${document}” to sign.`,
    until: (day: Insert) => html`The link worked until ${day}.`,
    newer: 'If you have received a newer email since, use the link in that one.',
    offer: 'We can email a new link to the address that this one was sent to.',
    button: 'Email me a new link',
    rule: 'You can ask once an hour.',
    told: (sender: Insert) => html`We let ${sender} know.`,
    asked: (sender: Insert) =>
      html`If a new link can be sent, it is on its way to the address that this one was sent to. If nothing comes, look in your spam folder, or ask ${sender}. You can ask again after an hour.`,
    again: (sender: Insert) => html`${sender} can send it again: please ask them.`,
    signed:
      'You have signed it. Once everyone has, we will email you a link to the signed document.',
    closed: 'Nobody can sign it any more.',
    ask: (sender: Insert) => html`If you still need the document, ask ${sender}.`,
  },
  completed: {
    title: 'This document is completed',
    words: (sender: Insert, document: Insert, day: Insert) =>
      day
        ? html`Everyone has signed “${document}” from ${sender}, the last on ${day}.`
        : html`Everyone has signed “${document}” from ${sender}.`,
    until: (day: Insert) => html`You could download it here until ${day}.`,
  },
  removed: {
    title: 'This document is not here any more',
    words: 'It was removed from this service. If you still need it, ask the sender.',
  },
};

export type EndedWords = typeof EN_ENDED;

export const EN_NOTICES = {
  'unknown-link': {
    title: 'This signing link is not valid',
    words:
      'It may have been cut off when it was copied. Open the link again from the email that you received.',
  },
  'unknown-download': {
    title: 'This download link is not valid',
    words:
      'It may have been cut off when it was copied. Go back to the page with the link to get a new one.',
  },
  'expired-link': {
    title: 'This download link has expired',
    words:
      'Download links are valid for a few minutes. Go back to the page with the link to get a new one.',
  },
  'unknown-signature': {
    title: 'This response does not match any signature',
    words: 'Open your signing link from the email again and start over.',
  },
  'refused-answer': {
    title: 'We could not accept this response',
    words:
      'It did not come from the certifying authority. Nothing was signed. Open your signing link again and start over.',
  },
  'too-many': {
    title: 'Too many requests',
    words: 'Nothing is lost. Please wait a minute, then open your link again.',
  },
  'not-found': {
    title: 'Page not found',
    words: 'Check the address. It may be mistyped or incomplete.',
  },
  invalid: {
    title: 'That did not work',
    words: 'The request was incomplete. Go back and try again.',
  },
  unavailable: {
    title: 'We cannot open this right now',
    words: 'The service is briefly unavailable. Please try again shortly.',
  },
  error: {
    title: 'Something went wrong',
    words: 'This is not your fault, and nothing was signed. Please try again later.',
  },
};

export type NoticeWords = typeof EN_NOTICES;

/** Some sentences include the name on the invitation. */
export type FailureWords = Readonly<Record<SigningFailure, string | ((invited: Insert) => Html)>>;

export const EN_FAILURES: FailureWords = {
  gateway_refused:
    'The certifying authority refused our request. Nothing was signed. The problem is on our side. Please try again later.',
  refused_answer:
    'We could not accept the response, because it did not come from the certifying authority. Nothing was signed. Start again.',
  unknown_answer: 'The response does not match this signature. Nothing was signed. Start again.',
  clock:
    'The clocks of our service and of the certifying authority differ too much. Nothing was signed. The problem is on our side. Please try again later.',
  duplicate_txn: 'That request was already used. Nothing was signed. Start again.',
  signer_declined: 'You cancelled. Nothing was signed. You can start again whenever you like.',
  session_expired: 'The page was open too long. Nothing was signed. Start again.',
  otp_attempts:
    'The OTP was wrong three times. Nothing was signed. Wait a while, then start again.',
  otp_expired: 'The OTP has expired. Nothing was signed. Start again to get a new one.',
  wait_1min: 'Too many OTPs were sent. Nothing was signed. Try again in 1 minute.',
  wait_30min: 'Too many OTPs were sent. Nothing was signed. Try again in 30 minutes.',
  mobile_not_linked:
    'No mobile number is linked to this identity, so no OTP can be sent. Nothing was signed. Link one with the issuer of your identity, then start again.',
  identity_locked:
    'This identity is locked. Nothing was signed. Unlock it with its issuer, then start again.',
  identity_suspended: 'This identity cannot be used now. Nothing was signed. Ask its issuer why.',
  invalid_identity:
    'The identity number is not valid. Nothing was signed. Check it and start again.',
  virtual_id_expired:
    'The virtual ID has expired. Nothing was signed. Get a new one from the issuer of your identity, or enter the identity number itself. Then start again.',
  biometrics_failed:
    'The check of your face, fingerprint or iris did not succeed. Nothing was signed. Start again, and choose the OTP if you can.',
  name_mismatch: (invited: Insert) =>
    html`The identity that you used is in another name. Nothing was signed. This document is for <strong>${invited}</strong>: start again with that person’s own identity, or ask the sender to correct the name.`,
  name_differs:
    'The name on the certificate differs from the one on your invitation. Nothing was signed yet. Choose below which name to sign with.',
  identity_reused:
    'That identity has already signed this document for somebody else. Nothing was signed. Start again with your own identity.',
  service_down:
    'The certifying authority is having problems. Nothing was signed. Try again in a few minutes.',
  session_over: 'That signing session is over. Nothing was signed. Start again.',
  stale:
    'The time in the response is too far from now. Nothing was signed. Start again. If this happens again, tell the sender.',
  stale_base:
    'The document has changed in the meantime. Nothing was signed. Read it and start again.',
  embedding_failed:
    'We received your signature but could not add it to the document. Nothing was signed. The problem is on our side. Please start again.',
  timestamp_unavailable:
    'The timestamping service cannot be reached. Nothing was signed yet. We have your signature and keep trying to add it: you need not sign again. To try again now, continue below.',
  files_unavailable:
    'The signed document cannot be stored at the moment. Nothing was signed yet. We have your signature and keep trying to add it: you need not sign again. Your signing page updates by itself.',
  gateway_missing:
    'The certifying authority that you started with is no longer in our settings. Nothing was signed yet. We have kept its response. The problem is on our side. Please try again later.',
  unreadable_answer:
    'We could not read what the certifying authority sent us. Nothing was signed. This is not your fault. Please start again.',
  closed: 'The document was declined or withdrawn in the meantime. Nothing was signed.',
  unsound:
    'The certifying authority sent a signature that is not valid. Nothing was signed. Start again.',
};
