/** ESP codes, and bare numbers of the identity authority. Messages are for answers and pages. */
const WORDS = {
  wrongAuthMode: ['ESP-901', 'Only one-time passwords (AuthMode 1) are supported.'],
  noAspId: ['ESP-902', 'The request does not name a service.'],
  unknownAsp: ['ESP-903', 'The request is not from a registered service.'],
  wrongHash: ['ESP-905', 'The request must contain exactly one SHA-256 hash.'],
  identityInRequest: ['ESP-906', 'A service must not send an identity number.'],
  noTime: ['ESP-907', 'The request has no time.'],
  wrongTime: ['ESP-908', 'The time of the request is not valid. Check the clock.'],
  noTxn: ['ESP-909', 'The request has no valid transaction number.'],
  duplicateTxn: ['ESP-910', 'This transaction number was already used. Start again.'],
  badSignature: ['ESP-911', 'The signature of the request is not valid.'],
  wrongCertificate: ['ESP-922', 'The request is signed with an unregistered certificate.'],
  declined: ['ESP-944', 'You cancelled. Nothing was signed. Start again when you are ready.'],
  declinedLate: ['ESP-945', 'You cancelled after the OTP was sent. Nothing was signed.'],
  expired: ['ESP-946', 'The page was open too long. Nothing was signed. Start again.'],
  triesUsedUp: ['ESP-415', 'The OTP was wrong three times. Wait a while, then start again.'],
  malformed: ['ESP-992', 'The request is not a valid eSign request.'],
  broken: ['ESP-999', 'The certifying authority has a problem. Try again later.'],
  wrongReturnUrl: ['ESP-000', 'The request does not name a registered return address.'],
  longTxn: ['ESS-114', 'The transaction number is too long.'],
  noMobile: ['112', 'No mobile number is linked to this identity.'],
  locked: ['331', 'This identity is locked. Unlock it with its issuer.'],
  blocked: ['332', 'This identity is blocked for this use. Unlock it with its issuer.'],
  suspended: ['997', 'This identity is suspended.'],
  cancelled: ['996', 'This identity was cancelled.'],
  flooded: ['952', 'Too many OTPs were sent. Try again in 1 minute.'],
  tooManyCodes: ['953', 'Too many OTPs were sent. Try again in 30 minutes.'],
  virtualIdOver: ['517', 'This virtual ID has expired. Get a new one from its issuer.'],
} as const satisfies Readonly<Record<string, readonly [code: string, message: string]>>;

type FailureName = keyof typeof WORDS;

/** `name` is for pages, `code` and `message` for the protocol. */
export interface EspFailure {
  readonly name: FailureName;
  readonly code: string;
  readonly message: string;
}

export const ESP_FAILURES = Object.fromEntries(
  Object.entries(WORDS).map(([name, [code, message]]) => [name, { name, code, message }]),
) as Readonly<Record<FailureName, EspFailure>>;

export const isFailureName = (name: string): name is EspFailure['name'] =>
  Object.hasOwn(ESP_FAILURES, name);
