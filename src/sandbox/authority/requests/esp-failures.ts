const failure = <const Name extends string>(name: Name, code: string, message: string) => ({
  name,
  code,
  message,
});

/** ESP codes, and bare numbers of the identity authority. Messages are for answers and pages. */
export const ESP_FAILURES = {
  wrongAuthMode: failure(
    'wrongAuthMode',
    'ESP-901',
    'Only one-time passwords (AuthMode 1) are supported.',
  ),
  noAspId: failure('noAspId', 'ESP-902', 'The request does not name a service.'),
  unknownAsp: failure('unknownAsp', 'ESP-903', 'The request is not from a registered service.'),
  wrongHash: failure('wrongHash', 'ESP-905', 'The request must contain exactly one SHA-256 hash.'),
  identityInRequest: failure(
    'identityInRequest',
    'ESP-906',
    'A service must not send an identity number.',
  ),
  noTime: failure('noTime', 'ESP-907', 'The request has no time.'),
  wrongTime: failure(
    'wrongTime',
    'ESP-908',
    'The time of the request is not valid. Check the clock.',
  ),
  noTxn: failure('noTxn', 'ESP-909', 'The request has no valid transaction number.'),
  duplicateTxn: failure(
    'duplicateTxn',
    'ESP-910',
    'This transaction number was already used. Start again.',
  ),
  badSignature: failure('badSignature', 'ESP-911', 'The signature of the request is not valid.'),
  wrongCertificate: failure(
    'wrongCertificate',
    'ESP-922',
    'The request is signed with an unregistered certificate.',
  ),
  declined: failure(
    'declined',
    'ESP-944',
    'You cancelled. Nothing was signed. Start again when you are ready.',
  ),
  declinedLate: failure(
    'declinedLate',
    'ESP-945',
    'You cancelled after the OTP was sent. Nothing was signed.',
  ),
  expired: failure(
    'expired',
    'ESP-946',
    'The page was open too long. Nothing was signed. Start again.',
  ),
  triesUsedUp: failure(
    'triesUsedUp',
    'ESP-415',
    'The OTP was wrong three times. Wait a while, then start again.',
  ),
  malformed: failure('malformed', 'ESP-992', 'The request is not a valid eSign request.'),
  broken: failure('broken', 'ESP-999', 'The certifying authority has a problem. Try again later.'),
  wrongReturnUrl: failure(
    'wrongReturnUrl',
    'ESP-000',
    'The request does not name a registered return address.',
  ),
  longTxn: failure('longTxn', 'ESS-114', 'The transaction number is too long.'),
  noMobile: failure('noMobile', '112', 'No mobile number is linked to this identity.'),
  locked: failure('locked', '331', 'This identity is locked. Unlock it with its issuer.'),
  blocked: failure(
    'blocked',
    '332',
    'This identity is blocked for this use. Unlock it with its issuer.',
  ),
  suspended: failure('suspended', '997', 'This identity is suspended.'),
  cancelled: failure('cancelled', '996', 'This identity was cancelled.'),
  flooded: failure('flooded', '952', 'Too many OTPs were sent. Try again in 1 minute.'),
  tooManyCodes: failure('tooManyCodes', '953', 'Too many OTPs were sent. Try again in 30 minutes.'),
  virtualIdOver: failure(
    'virtualIdOver',
    '517',
    'This virtual ID has expired. Get a new one from its issuer.',
  ),
} as const;

/** `name` is for pages, `code` and `message` for the protocol. */
export type EspFailure = (typeof ESP_FAILURES)[keyof typeof ESP_FAILURES];

export const isFailureName = (name: string): name is EspFailure['name'] =>
  Object.hasOwn(ESP_FAILURES, name);
