import { LIMITS } from '../contract/limits.ts';

/** What each exit code means, a promise to scripts. */
export const EXIT_CODES: ReadonlyArray<readonly [code: string, meaning: string]> = [
  ['0', 'done'],
  ['1', 'something unexpected'],
  ['2', 'the command line or the input is wrong; nothing was sent'],
  ['3', 'the API refused the request'],
  ['4', 'no access'],
  ['5', 'not found'],
  ['6', 'wrong state'],
  ['7', 'not enough credits'],
  ['8', 'still waiting when the time given ran out'],
  ['9', 'the service cannot be reached, or kept answering 429 or 5xx'],
  ['10', 'a signature does not verify'],
  ['11', 'outcome unknown: look before repeating'],
  ['12', 'rows of a bulk run are not done'],
  ['130, 143', 'interrupted, terminated'],
];

const exitCodes = [
  ...EXIT_CODES.map(([code, meaning]) => `${code.padEnd(10)}${meaning}`),
  '',
  'A status that is only asked for ends with 0, whatever it says. A reader that',
  'goes away, such as head, is no failure.',
];

const environment = [
  'ESIGN_API_KEY          key to use instead of that of the profile',
  'ESIGN_BASE_URL         address of the service, together with ESIGN_API_KEY',
  'ESIGN_PROFILE          profile to use instead of the current one',
  'ESIGN_WEBHOOK_SECRET   secret that deliveries are checked with',
  'ESIGN_CONFIG_DIR       folder of the profiles (default: ~/.config/esign)',
  'ESIGN_DEBUG=1          log requests, and where an unexpected error comes from',
  'NO_COLOR, FORCE_COLOR  no colours; colours even without a terminal',
  'CI                     ask nothing, draw no spinner',
  '',
  'A flag beats the environment, which beats the profile. With --profile NAME the',
  'key, address and secret of the environment are left aside, and a warning says',
  'so. The key of a profile goes to the address that it was kept for and to no',
  'other, and over plain http to this machine only.',
];

const scripting = [
  'Stdout carries the result and nothing else; hints, progress and errors go to',
  'stderr. --json prints one JSON document in the field names of the API. An',
  'error is then one line of JSON on stderr, and stdout stays empty:',
  '',
  '  {"error":{"code","message","status","hint","exitCode","requestId"}}',
  '',
  'Nothing is asked without a terminal, in CI, with --json or with --no-input;',
  'what needs a yes takes --yes. Files are written whole or not at all, and',
  'nothing is overwritten without --force.',
  '',
  '  id=$(esign docs create contract.pdf --json | jq -r .documentId)',
  '  esign signers add "$id" --signers signers.csv',
  '  esign send "$id" --yes',
  '  esign status "$id" --watch --timeout 2h && esign docs download "$id"',
];

const signers = [
  '--signer "Name <email> phone" names a signer. Give it again for each of them,',
  `${LIMITS.signersPerDocument} at most; they sign in the order given. A phone has ${LIMITS.phoneDigits} digits or more, however`,
  'they are grouped.',
  '',
  `After the phone comes where to sign: up to ${LIMITS.placementsPerSigner} of @PAGE:X,Y,WIDTHxHEIGHT, one`,
  'a page, in PDF points from the bottom left of the page, and of at least',
  `${LIMITS.placementWidth}x${LIMITS.placementHeight}. @last:X,Y,… is the last page, where the file is at hand. Without a`,
  'rectangle the signature goes into a free place at the foot of the last page.',
  '',
  '  --signer "Asha Rao <asha@example.in> 9876543210 @1:72,96,180x120"',
  '',
  '--signers FILE reads them from CSV with a header, or from JSON as the API takes',
  'it; - is stdin. In CSV a rectangle stands in quotes, for its commas:',
  '',
  '  name,email,phone,placement',
  '  Asha Rao,asha@example.in,9876543210,"@1:72,96,180x120"',
  '  Ravi Kumar,ravi@example.in,9876501234,',
];

const manifest = [
  'A manifest lists the documents of a bulk run, one a row: CSV with a header, or',
  'JSON Lines. Spreadsheets may part the fields by commas, semicolons or tabs, and',
  'save it as "CSV UTF-8" or as Unicode text.',
  '',
  '  file             the PDF, relative to the manifest',
  '  name             label of the document; {{column}} is filled in from the row',
  '  signer1          "Name <email> phone @PAGE:X,Y,WxH …", as --signer takes it,',
  `  to signer${LIMITS.signersPerDocument}       in the order in which they sign`,
  '  signer1_name     or in columns of their own: signer1_name, signer1_email,',
  '  and so on        signer1_phone, signer1_placement',
  '  expect_signers   refuses the row unless it has so many signers',
  '  expect_sha256    refuses the row unless its file has this SHA-256',
  '',
  'Further columns are kept for the export. In JSON Lines the fields are file,',
  'name, signers as the API takes them, expectSigners and expectSha256.',
  '',
  '  file,name,signer1_name,signer1_email,signer1_phone,employee',
  '  offer.pdf,Offer {{employee}},Asha Rao,asha@example.in,9876543210,E-0042',
  '',
  'All of it is checked before anything is sent, and every fault is listed by its',
  'line. Two rows with the same file, name and signers are a fault.',
];

const webhooks = [
  'The service sends signer.signed and document.completed to your endpoints, each',
  'signed over its raw bytes. To receive them here, from a sandbox that runs:',
  '',
  '  esign webhook listen --register --forward-to http://127.0.0.1:3000/hooks',
  '',
  'The endpoint goes with the listener, however that ends. Without --register the',
  'secret is that of --secret-file, of ESIGN_WEBHOOK_SECRET, or of the profile. A',
  'delivery that does not verify is answered 401.',
  '',
  'With a command after --, that runs meanwhile, and finds ESIGN_BASE_URL,',
  'ESIGN_API_KEY, ESIGN_WEBHOOK_SECRET and ESIGN_WEBHOOK_URL set:',
  '',
  '  esign webhook listen --register --forward-to http://127.0.0.1:3000/hooks \\',
  '    -- npm test',
  '',
  'After its end deliveries under way have a moment: until none came for 2 s, 12 s',
  'at most. Its exit code counts; if it is 0, the end is 10 when a signature was',
  'bad, and 9 when a delivery was answered 2xx in time at no try.',
  '',
  'A service elsewhere reaches this machine only through a tunnel: start one of',
  'your choice to the port of the listener, enter its https address in the',
  'dashboard as a webhook endpoint, keep the secret shown there in a file, and',
  '',
  '  esign webhook listen --port 4020 --secret-file secret.txt',
  '',
  'To try a receiver with a made-up event, a whole scenario, or what was saved:',
  '',
  '  esign webhook trigger signer.signed --to http://127.0.0.1:3000/hooks',
  '  esign webhook trigger scenario:two-signers --repeat 3 --disorder --to URL',
  '  esign webhook replay deliveries --to http://127.0.0.1:3000/hooks',
  '',
  'They end with 0 when every delivery was answered 2xx within 10 seconds, with 10',
  'when a signature was judged wrongly, else with 9. With --bad-signature KIND, or',
  'all, a receiver has to refuse: a 4xx is right, and a 2xx ends with 10.',
  '',
  'To check a delivery that was saved; it says why one fails, and ends with 10:',
  '',
  '  esign webhook verify deliveries/20260301T100000.000Z-0001.json',
  '  esign webhook verify event.body --signature "sha256=…"',
];

const GUIDES: Readonly<Record<string, readonly string[]>> = {
  'exit-codes': exitCodes,
  environment,
  scripting,
  signers,
  manifest,
  webhooks,
};

/** The names of the guides. */
export const GUIDE_NAMES: readonly string[] = Object.keys(GUIDES);

/** The text of a guide; undefined when there is none of that name. */
export function guide(name: string): string | undefined {
  return Object.hasOwn(GUIDES, name) ? GUIDES[name]?.join('\n') : undefined;
}
