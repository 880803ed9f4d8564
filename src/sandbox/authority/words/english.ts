import type { Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { EspFailure } from '../requests/esp-failures.ts';
import { ESP_FAILURES } from '../requests/esp-failures.ts';
import type { SessionProblem } from '../session.ts';

type AuthorityFailureWords = Readonly<Record<EspFailure['name'], string>>;
type ProblemWords = Readonly<Record<Exclude<SessionProblem, 'too-soon'>, string>> & {
  readonly 'too-soon': (seconds: number) => string;
};

const failures = Object.fromEntries(
  Object.values(ESP_FAILURES).map(({ name, message }) => [name, message]),
) as AuthorityFailureWords;

const problems: ProblemWords = {
  'no-consent': 'Tick the box to agree before you continue.',
  'invalid-number':
    'The number is not valid. It has 12 digits, or 16 for a virtual ID, and the last one is a check digit. You can also enter a name.',
  'unknown-number': 'This is not a test identity. Use a number from the list below.',
  'otp-malformed': 'The OTP has 6 digits. Check the newest message.',
  'otp-wrong': 'The OTP is wrong. Check the newest message and try again.',
  'otp-expired': 'The OTP has expired. Request a new one.',
  'no-more-otps': 'The OTP was sent 3 times. No more can be sent.',
  'too-soon': (seconds) =>
    seconds === 0
      ? 'You can request another OTP now.'
      : `You can request another OTP in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
};

export const EN = {
  banner: 'TEST authority: nothing here is legally binding and nobody here is real',
  languages: 'Language',
  request: {
    label: 'What you are signing',
    by: 'Requested by',
    document: 'Document',
    hint: 'The authority receives only this hash. The document stays with the service.',
  },
  cancel: 'Cancel without signing',
  identities: {
    title: 'Test identities',
    hint: 'All identities are invented. Any of them may sign for any signer; the signature shows the identity’s name. A virtual ID can be used instead of the number. A name that is not in the list invents a person of that name, who signs.',
    virtualId: 'Virtual ID',
    origin: 'Signers come here through the signing links that the service sends.',
  },
  identity: {
    title: 'Sign with a test identity',
    label: 'Test identity number, or any name',
    hint: '12 digits, or a virtual ID with 16, from the list below; or a name, such as the one that the document was sent to. Never enter a real number here.',
    consent:
      'I agree that the test authority verifies my identity with an OTP sent to my test phone, and signs this hash once on my behalf.',
    button: 'Send me an OTP',
  },
  otp: {
    title: 'Enter the OTP',
    sent: (phone: Insert, name: Insert, reference: Insert) =>
      html`We sent a one-time password (OTP) to the phone ${phone} of ${name}, reference ${reference}.`,
    phone: 'Open the test phone',
    label: '6-digit OTP',
    tries: (left: number, all: number) => `Valid for 10 minutes. ${left} of ${all} tries left.`,
    button: 'Sign',
    resend: 'Send another OTP',
    resendHint: (all: number) => `At most ${all} OTPs in total, 30 seconds apart.`,
    second: 's',
  },
  text: (otp: string, reference: string) =>
    `${otp} is your TEST OTP for signing, reference ${reference}. It is valid for 10 minutes.`,
  answer: {
    title: 'Return to your document',
    words: 'You are being returned to your document. If nothing happens, press the button.',
    button: 'Continue',
  },
  busy: {
    title: 'One moment',
    words: 'Your signature is being created. This page continues by itself.',
  },
  refusal: {
    title: 'Nothing was signed',
    back: 'Go back to your document and start over',
    again: 'Open your signing link again to start over.',
    gone: 'This signing session has ended or does not exist.',
    down: 'The certifying authority is down. Nothing was signed. Try again later.',
    broken: 'The certifying authority has a problem. Try again later.',
  },
  outcomes: {
    signs: 'Signs.',
    'other-name': 'Signs, with a name that no signer has.',
    'other-birth': 'Signs, with a year of birth that no signer gave.',
    slow: 'Signs after 20 seconds.',
    'wrong-code': 'Every OTP is wrong.',
    'old-code': 'The first OTP has expired; a new one works.',
  },
  problems,
  failures,
};

export type AuthorityWords = typeof EN;
