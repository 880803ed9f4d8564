/** A failure as an answer tells it. */
export interface EspFailure {
  readonly code: string;
  readonly message: string;
}

const failure = (code: string, message: string): EspFailure => ({ code, message });

/** Failures of the authority, by what went wrong (ESP codes of the eSign API, bare numbers of the identity authority). */
export const ESP_FAILURES = {
  wrongAuthMode: failure('ESP-901', 'Only one-time passwords (AuthMode 1) are offered here.'),
  noAspId: failure('ESP-902', 'The request names no service.'),
  unknownAsp: failure('ESP-903', 'The request is not from a service known here.'),
  wrongHash: failure('ESP-905', 'The request holds no SHA-256 hash, or more than one.'),
  identityInRequest: failure('ESP-906', 'A service must not send an identity number.'),
  noTime: failure('ESP-907', 'The request has no time.'),
  wrongTime: failure('ESP-908', 'The time of the request is not valid. Check the clock.'),
  noTxn: failure('ESP-909', 'The request has no proper transaction number.'),
  duplicateTxn: failure('ESP-910', 'This transaction number was used before. Start again.'),
  badSignature: failure('ESP-911', 'The signature of the request does not verify.'),
  wrongCertificate: failure('ESP-922', 'The request is signed by a certificate not registered.'),
  declined: failure('ESP-944', 'You stopped. Nothing was signed. Start again when you are ready.'),
  declinedLate: failure('ESP-945', 'You stopped after the code was sent. Nothing was signed.'),
  expired: failure('ESP-946', 'The page was open too long. Nothing was signed. Start again.'),
  triesUsedUp: failure(
    'ESP-415',
    'The code was wrong three times. Wait a while, then start again.',
  ),
  malformed: failure('ESP-992', 'The request is no proper eSign request.'),
  broken: failure('ESP-999', 'The signing service has a problem. Try again later.'),
  wrongReturnUrl: failure('ESP-000', 'The request says no registered address to return to.'),
  quotaUsedUp: failure('ESP-903', 'The service has used up the signatures that it may ask for.'),
  longTxn: failure('ESS-114', 'The transaction number is too long.'),
  noMobile: failure('112', 'No mobile number is linked to this identity.'),
  locked: failure('331', 'This identity is locked. Unlock it with its issuer.'),
  blocked: failure('332', 'This identity may not be used so. Unlock it with its issuer.'),
  suspended: failure('997', 'This identity cannot be used now.'),
  cancelled: failure('996', 'This identity was cancelled.'),
  flooded: failure('952', 'Too many codes were sent. Try again in 1 minute.'),
  tooManyCodes: failure('953', 'Too many codes were sent. Try again in 30 minutes.'),
  virtualIdOver: failure('517', 'This virtual id has expired. Make another with its issuer.'),
} as const;
