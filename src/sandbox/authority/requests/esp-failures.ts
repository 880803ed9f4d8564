/** A failed answer's code and message. */
export interface EspFailure {
  readonly code: string;
  readonly message: string;
}

const failure = (code: string, message: string): EspFailure => ({ code, message });

/** The authority's failures: ESP codes of the eSign API, and the identity authority's bare numbers. */
export const ESP_FAILURES = {
  wrongAuthMode: failure('ESP-901', 'Only one-time passwords (AuthMode 1) are supported.'),
  noAspId: failure('ESP-902', 'The request does not name a service.'),
  unknownAsp: failure('ESP-903', 'The request is not from a registered service.'),
  wrongHash: failure('ESP-905', 'The request must contain exactly one SHA-256 hash.'),
  identityInRequest: failure('ESP-906', 'A service must not send an identity number.'),
  noTime: failure('ESP-907', 'The request has no time.'),
  wrongTime: failure('ESP-908', 'The time of the request is not valid. Check the clock.'),
  noTxn: failure('ESP-909', 'The request has no valid transaction number.'),
  duplicateTxn: failure('ESP-910', 'This transaction number was already used. Start again.'),
  badSignature: failure('ESP-911', 'The signature of the request is not valid.'),
  wrongCertificate: failure('ESP-922', 'The request is signed with an unregistered certificate.'),
  declined: failure(
    'ESP-944',
    'You cancelled. Nothing was signed. Start again when you are ready.',
  ),
  declinedLate: failure('ESP-945', 'You cancelled after the code was sent. Nothing was signed.'),
  expired: failure('ESP-946', 'The page was open too long. Nothing was signed. Start again.'),
  triesUsedUp: failure(
    'ESP-415',
    'The code was wrong three times. Wait a while, then start again.',
  ),
  malformed: failure('ESP-992', 'The request is not a valid eSign request.'),
  broken: failure('ESP-999', 'The signing service has a problem. Try again later.'),
  wrongReturnUrl: failure('ESP-000', 'The request does not name a registered return address.'),
  quotaUsedUp: failure('ESP-903', 'The service has used up its quota of signatures.'),
  longTxn: failure('ESS-114', 'The transaction number is too long.'),
  noMobile: failure('112', 'No mobile number is linked to this identity.'),
  locked: failure('331', 'This identity is locked. Unlock it with its issuer.'),
  blocked: failure('332', 'This identity is blocked for this use. Unlock it with its issuer.'),
  suspended: failure('997', 'This identity is suspended.'),
  cancelled: failure('996', 'This identity was cancelled.'),
  flooded: failure('952', 'Too many codes were sent. Try again in 1 minute.'),
  tooManyCodes: failure('953', 'Too many codes were sent. Try again in 30 minutes.'),
  virtualIdOver: failure('517', 'This virtual ID has expired. Get a new one from its issuer.'),
} as const;
