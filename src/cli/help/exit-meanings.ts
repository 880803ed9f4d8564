/** As the help, the man page and the guides list them. */
export const EXIT_CODES: ReadonlyArray<readonly [code: string, meaning: string]> = [
  ['0', 'success'],
  ['1', 'unexpected error'],
  ['2', 'invalid command line or input; nothing was sent'],
  ['3', 'the API rejected the request'],
  ['4', 'no access'],
  ['5', 'not found'],
  ['6', 'wrong state'],
  ['7', 'not enough credits'],
  ['8', 'timed out while waiting'],
  ['9', 'the service is unreachable, or kept answering 429 or 5xx'],
  ['10', 'a signature or a signed file does not verify'],
  ['11', 'unknown outcome: check before you repeat'],
  ['12', 'rows of a bulk run are not done'],
  ['13', 'declined, withdrawn or expired: the document cannot be completed'],
  ['78', 'the configuration of `serve` is refused'],
  ['130, 143', 'interrupted, or a question answered with no; terminated'],
];
