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
