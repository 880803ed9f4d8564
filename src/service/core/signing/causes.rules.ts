import type { AuditEntry } from '../../../contract/audit-chain.ts';

/** Who can mend what kept somebody from signing, in words. */
export const MENDERS = {
  signer: 'the signer',
  issuer: 'the signer, with the issuer of their identity',
  sender: 'the sender',
  authority: 'the certifying authority',
  operator: 'whoever runs the service',
} as const;

export interface Cause {
  /**
   * Of the certifying authority with a prefix, of the identity authority as numbers; none for what
   * only the service finds out. `300-329` is a range.
   */
  readonly codes?: readonly string[];
  /** The event, in words that start in lower case and name nobody. */
  readonly what: string;
  /** For a support desk to tell the signer; the signer's own page words it differently. */
  readonly say: string;
  readonly mender: keyof typeof MENDERS;
}

const REFUSALS =
  'ESP-901 ESP-902 ESP-903 ESP-905 ESP-906 ESP-907 ESP-909 ESP-911 ESP-922 ESP-992 ESP-000 ESP-009 ESS-114';

/** Why nothing was signed. The names are stored, and stay; the words may change. */
export const CAUSES = {
  gateway_refused: {
    codes: REFUSALS.split(' '),
    what: 'the authority refused our request',
    say: 'The problem is ours. Trying again does not help before it is mended.',
    mender: 'operator',
  },
  refused_answer: {
    what: 'what came back was not the authority’s answer',
    say: 'Open the link of the email again, and start over. If that happens twice, stop, and tell us.',
    mender: 'operator',
  },
  unknown_answer: {
    what: 'what came back belongs to no attempt',
    say: 'Open the link of the email again, and start over.',
    mender: 'signer',
  },
  clock: {
    codes: ['ESP-908'],
    what: 'our clock and the authority’s differ',
    say: 'The problem is ours. Trying again does not help before it is mended.',
    mender: 'operator',
  },
  duplicate_txn: {
    codes: ['ESP-910'],
    what: 'the authority had seen the request before',
    say: 'Start again.',
    mender: 'signer',
  },
  signer_declined: {
    codes: ['ESP-944', 'ESP-945'],
    what: 'they cancelled at the authority',
    say: 'Start again whenever you like: the link still works.',
    mender: 'signer',
  },
  session_expired: {
    codes: ['ESP-946'],
    what: 'the authority’s page was open too long',
    say: 'Start again, with your phone at hand.',
    mender: 'signer',
  },
  otp_attempts: {
    codes: ['ESP-415', '400', '403'],
    what: 'the OTP was wrong too often',
    say: 'Wait a while, start again, and enter the newest OTP.',
    mender: 'signer',
  },
  otp_expired: {
    what: 'the OTP had expired',
    say: 'Start again: a new OTP comes.',
    mender: 'signer',
  },
  wait_1min: {
    codes: ['952'],
    what: 'too many OTPs within a minute',
    say: 'Wait a minute, then start again.',
    mender: 'signer',
  },
  wait_30min: {
    codes: ['953'],
    what: 'too many OTPs: the limit is reached',
    say: 'Wait half an hour, then start again. Ask for one OTP only, and wait for it.',
    mender: 'signer',
  },
  mobile_not_linked: {
    codes: ['112'],
    what: 'no mobile number is linked to the identity',
    say: 'No OTP can reach you. Have your mobile number linked by the issuer of your identity, then open the link again.',
    mender: 'issuer',
  },
  identity_locked: {
    codes: ['330', '331', '332'],
    what: 'the holder has locked the identity',
    say: 'Unlock it with the issuer of your identity, then start again.',
    mender: 'issuer',
  },
  identity_suspended: {
    codes: ['995', '996', '997'],
    what: 'the issuer has suspended or cancelled the identity',
    say: 'Ask the issuer of your identity why. Nobody else can change it.',
    mender: 'issuer',
  },
  invalid_identity: {
    codes: ['998', '515', '532', 'K-515', '100', '200'],
    what: 'the identity number is not valid',
    say: 'Check the number, and start again.',
    mender: 'signer',
  },
  virtual_id_expired: {
    codes: ['517', 'K-517'],
    what: 'the virtual ID has expired',
    say: 'Get a new virtual ID from the issuer of your identity, or enter the identity number itself.',
    mender: 'signer',
  },
  biometrics_failed: {
    codes: ['300-329', '800', '811', '812', '951'],
    what: 'the authority checked face, fingerprint or iris, without success',
    say: 'Start again, and choose the OTP if you can. If the authority needs your face, use a device with a camera.',
    mender: 'signer',
  },
  name_mismatch: {
    what: 'the identity is in another person’s name',
    say: 'Start again with your own identity. If the name on the invitation is wrong, the sender has to withdraw the document and send it again.',
    mender: 'sender',
  },
  name_differs: {
    what: 'the certificate’s name differs from the invitation’s',
    say: 'Open the link, and choose which name your signature shows.',
    mender: 'signer',
  },
  identity_reused: {
    what: 'the identity had signed for another signer',
    say: 'Each signer needs an identity of their own. Start again with yours.',
    mender: 'signer',
  },
  service_down: {
    codes: ['402', '999', 'K-100', 'K-200', 'ESP-991', 'ESP-993', 'ESP-999'],
    what: 'the authority’s service failed',
    say: 'Try again in a few minutes.',
    mender: 'authority',
  },
  session_over: {
    what: 'that attempt was already over',
    say: 'Start again.',
    mender: 'signer',
  },
  stale: {
    what: 'the time in the authority’s answer is too far from ours',
    say: 'Start again. If that happens twice, tell us.',
    mender: 'operator',
  },
  stale_base: {
    what: 'the document changed while they signed',
    say: 'Read it again, and start again.',
    mender: 'signer',
  },
  embedding_failed: {
    what: 'the signature could not be added to the file',
    say: 'The problem is ours. Start again.',
    mender: 'operator',
  },
  timestamp_unavailable: {
    what: 'the signature waits for a timestamp',
    say: 'You need not sign again. We have your signature, and keep trying.',
    mender: 'operator',
  },
  files_unavailable: {
    what: 'the signature waits until its file can be stored',
    say: 'You need not sign again. We have your signature, and keep trying.',
    mender: 'operator',
  },
  gateway_missing: {
    what: 'the authority’s answer waits: our settings lack the authority',
    say: 'We have kept the answer. The problem is ours.',
    mender: 'operator',
  },
  unreadable_answer: {
    what: 'the authority’s answer could not be read',
    say: 'It is not your fault. Start again.',
    mender: 'operator',
  },
  closed: {
    what: 'the document was declined or withdrawn in the meantime',
    say: 'Nobody can sign it any more. If it should be signed, it has to be sent again.',
    mender: 'sender',
  },
  unsound: {
    what: 'the authority’s answer did not pass our checks',
    say: 'Start again. If that happens twice, tell us.',
    mender: 'operator',
  },
} as const satisfies Readonly<Record<string, Cause>>;

export type SigningFailure = keyof typeof CAUSES;

const isFailure = (reason: string): reason is SigningFailure => Object.hasOwn(CAUSES, reason);

/** Returns `unsound` for reasons that would not help a signer. */
export const shownFailure = (reason: string): SigningFailure =>
  isFailure(reason) ? reason : 'unsound';

/** Of an attempt that failed; undefined for other entries of a trail. */
export const failureIn = ({ type, data }: Pick<AuditEntry, 'type' | 'data'>) =>
  type === 'gateway.failed' ? shownFailure(String(data.reason)) : undefined;
