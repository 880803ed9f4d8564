/** Who may import whom. Each rule is one sentence of the design. */
import { confined, only, rule } from './rule-kinds.mjs';

const CONTRACT = '^src/contract/';
const [HTML, LANGUAGES] = ['^src/html/', '^src/languages/'];
export const PLAIN =
  '^src/contract/(durations|endpoints|errors|examples|is-record|limits|parse-url|sdk-limits|retry-after|unsafe-classes|webhooks/webhook-(?:headers|signature|standard))[.]';
const FOR_PDF =
  '^src/contract/(audit-chain|is-record|unsafe-characters|unsafe-classes|verdict-words)[.]ts$';
const [PDF, CLIENT, PLATFORM] = ['^src/pdf/', '^src/client/', '^src/platform/'];
const SERVICE = '^src/service';
/** What a file of a room may do stands in its suffix; one without a suffix is a use case. */
const suffix = (...names) => `${SERVICE}/.+[.](${names.join('|')})[.]ts$`;
const RULES = suffix('rules', 'd');
const PORTS = `${SERVICE}/ports/`;
const ADAPTERS = [`${SERVICE}/adapters/`, suffix('adapter')];
const STORE = [`${SERVICE}/store/`, suffix('sql')];
const PAGES = [`${SERVICE}/web/`, suffix('page', 'routes')];
const USE_CASES = `${SERVICE}/(core|billing|webhooks|members)/[^.]+[.]ts$`;
const GATEWAY = `${SERVICE}/adapters/gateway/`;
const SQL = 'postgres|pg|@electric-sql|drizzle-orm';
const PDF_PACKAGES = '@libpdf|@embedpdf|pdfmake|fontkit';
const [SANDBOX, COMMANDS, CLI] = ['^src/sandbox/', '^commands/', '^src/cli/'];
const FOR_TESTING =
  '^src/(sandbox/(control/(control-client|operations)|faults)|cli/(terminal/times|profiles/profile|sandbox/sandbox-variables)[.])';
const MCP = '^src/cli/mcp/serve-tools[.]ts$';
const REENCODING = `${SERVICE}/core/branding/reencode-png[.]ts$`;
/** Parts that commands run, and whose types `src/cli` may name. */
const NAMED = '^src/(sandbox|pdf)/|^src/service/index[.]ts$';
/** What the build writes: not there before it, and not ours to read after it. */
const BUILT = '^([.][.]/)*dist/';
const FACES = ['^src/service/index[.]ts$', '^src/sandbox/index[.]ts$'];

/** Whatever comes from a registry: what the bundles swallow is a development dependency here. */
const PACKAGES = 'npm npm-dev npm-optional npm-peer npm-bundled npm-no-pkg npm-unknown'.split(' ');
const ANY = { dependencyTypes: PACKAGES };
const NOT_TYPES = { dependencyTypesNot: ['type-only'] };
const BY_TYPE = { from: { path: CLI }, to: { path: NAMED, ...NOT_TYPES } };
const HANDED_IN = {
  from: { path: [USE_CASES, ...PAGES] },
  to: { path: STORE, ...NOT_TYPES },
};
const LAZY = { to: { path: '@simplewebauthn|openid-client', dynamic: false, ...NOT_TYPES } };

const LAYERS = [
  only('platform-is-a-leaf', 'The offline page puts its own in the place of it.', PLATFORM),
  only('contract-is-a-leaf', 'It describes the API, not its sides.', CONTRACT, PLATFORM),
  only('pdf-is-a-library', 'Of the contract it shares small tables.', PDF, FOR_PDF, PLATFORM),
  only('client-knows-the-contract', 'The SDK ships without the rest.', CLIENT, CONTRACT),
  only('locks-are-a-leaf', 'Who holds a lock is asked by both sides.', '^src/locks/'),
  only('network-is-a-leaf', 'Both sides ask which addresses are public.', '^src/network/'),
  only('html-is-a-leaf', 'Everything that writes markup may import it.', HTML),
  only('languages-are-a-leaf', 'Pages and mails of all parts speak the same ones.', LANGUAGES),
  only('cli-uses-the-sdk', 'It uses the SDK.', CLI, '^src/(client|contract|locks|network)/', NAMED),
  rule('cli-names-types', 'What it is passed was loaded by commands.', BY_TYPE),
  only('testing-controls-a-sandbox', 'As commands do.', '^src/testing/', CLIENT, FOR_TESTING),
  only(
    'service-knows-contract-and-pdf',
    'The service never calls its own SDK; it shares how misspelt names are recognised.',
    `${SERVICE}/`,
    '^src/(contract|pdf|locks|network|html|languages)/',
    '^src/client/options/edit-distance[.]ts$',
  ),
  only(
    'sandbox-uses-the-face',
    'The sandbox runs the service; it does not reach into it.',
    SANDBOX,
    FACES[0],
    '^src/(contract|pdf|locks|html|languages)/',
  ),
];

const OF_COMMANDS = [
  only(
    'commands-are-thin',
    'A command parses, calls and prints. Logic belongs in src/.',
    COMMANDS,
    '^src/(cli|client|contract|pdf)/',
    ...FACES,
  ),
  rule('commands-stand-alone', 'Share through src/cli, not between commands.', {
    from: { path: COMMANDS },
    to: { path: COMMANDS },
  }),
  rule('pdf-only-for-verify', 'Only few commands read PDFs on this side.', {
    from: {
      path: COMMANDS,
      pathNot: '^commands/(mcp|verify|evidence/.*|send|docs/(create|download)|bulk/.*)[.]ts$',
    },
    to: { path: PDF },
  }),
  rule('service-is-loaded-lazily', 'Use await import(): `docs list` must not load the service.', {
    from: { path: COMMANDS },
    to: { path: FACES, dynamic: false, ...NOT_TYPES },
  }),
];

const OF_THE_SERVICE = [
  only('rules-are-pure', 'Rules are decided without I/O.', RULES, CONTRACT, HTML, LANGUAGES),
  rule('rules-have-no-packages', 'They are decided without I/O; hashes and scripts are tables.', {
    from: { path: [RULES, HTML, LANGUAGES] },
    to: {
      dependencyTypes: [...PACKAGES, 'core'],
      pathNot: ['^(node:)?crypto$', '@indic-transliteration/sanscript'],
    },
  }),
  only('ports-speak-rules', 'A port is an interface, no more.', PORTS, RULES, CONTRACT),
  only(
    'use-cases-see-ports',
    'A use case is told what the world is; it never reaches for it.',
    USE_CASES,
    ...[RULES, PORTS, STORE, '^src/(contract|languages|pdf)/'],
  ),
  only(
    'pages-call-use-cases',
    'Routes translate HTTP; they hold no SQL, no adapters and no PDF.',
    PAGES,
    ...[USE_CASES, RULES, PORTS, STORE, '^src/(contract|html|languages)/'],
  ),
  only(
    'adapters-implement-ports',
    'An adapter is called; it does not call use cases.',
    ADAPTERS,
    ...[RULES, PORTS, '^src/(contract|pdf|locks|network|html|languages)/'],
  ),
  only(
    'store-speaks-rules',
    'Queries are called; they call no use cases and no adapters.',
    STORE,
    ...[RULES, PORTS, '^src/(contract|locks|network)/'],
  ),
  rule('store-is-handed-in', 'Its types may be named; who runs the service opens it.', HANDED_IN),
  rule('adapters-stand-alone', 'One adapter never imports another.', {
    from: { path: `${SERVICE}/(adapters/[^/]+|.+(?=/[^/]+[.]adapter[.]ts$))/` },
    to: { path: ADAPTERS, pathNot: `${SERVICE}/$1/` },
  }),
];

const OF_THE_SDK = [
  rule('client-takes-types-only', 'Keeps the schema library out of the SDK at run time.', {
    from: { path: CLIENT },
    to: { path: CONTRACT, pathNot: PLAIN, ...NOT_TYPES },
  }),
  rule('client-has-no-packages', 'It needs none at run time.', { from: { path: CLIENT }, to: ANY }),
  rule('plain-contract-stays-plain', 'These files reach the SDK; a package must not follow them.', {
    from: { path: PLAIN },
    to: { dependencyTypes: PACKAGES },
  }),
  rule('plain-contract-imports-no-schema', 'These files reach the SDK; no package may follow.', {
    from: { path: PLAIN },
    to: { path: CONTRACT, pathNot: PLAIN, ...NOT_TYPES },
  }),
];

const OF_PACKAGES = [
  confined(
    'fastify-stays-in-pages',
    'The framework is a detail of routes and pages.',
    'fastify|@fastify',
    ...PAGES,
    SANDBOX,
  ),
  confined('sql-stays-in-the-store', 'Nothing else holds SQL.', SQL, ...STORE),
  confined('pdf-libraries-stay-in-pdf', 'Nobody else knows how.', PDF_PACKAGES, PDF),
  confined(
    'certificates-stay-apart',
    'Signatures and certificates are made and read in few places.',
    'pkijs|asn1js|@peculiar',
    ...[PDF, SANDBOX, GATEWAY],
  ),
  confined(
    'xml-stays-in-the-gateway',
    'Signed XML is made and read by the gateway and by the authority it talks to, each by itself.',
    'xml-crypto|@xmldom',
    ...[GATEWAY, `${SANDBOX}authority/`],
  ),
  confined(
    's3-in-its-adapter',
    'The port says files.',
    '@aws-sdk',
    `${SERVICE}/adapters/files/(bucket-objects|bucket-store|connect-bucket|sweep-bucket)[.]ts$`,
  ),
  confined(
    'mail-stays-in-its-adapter',
    'Use ports.',
    'nodemailer|postal-mime',
    `${SERVICE}/adapters/mail/`,
  ),
  confined('oclif-stays-in-the-cli', 'The framework is its detail.', '@oclif', COMMANDS, CLI),
  confined(
    'terminal-stays-in-the-cli',
    'Nothing else knows that a person looks on.',
    'ora|string-width|@inquirer|open|conf|csv-parse',
    COMMANDS,
    CLI,
  ),
  confined(
    'undici-stays-behind-one-file',
    'The SDK has no dependency; the command line passes in a transport.',
    'undici',
    '^src/cli/transport/undici-transport[.]ts$',
  ),
  rule('sign-in-is-lazy', 'Use await import(): few requests need these.', LAZY),
  confined(
    'toml-in-config',
    'Settings are read there.',
    'smol-toml',
    `${SERVICE}/operations/config/`,
  ),
  confined('png-in-one-file', 'It checks what the decoder does not.', 'pngjs', REENCODING),
  confined('mcp-in-one-file', 'Tools know no protocol.', '@modelcontextprotocol', MCP),
];

const EVERYWHERE = [
  rule('no-circular', 'Neither of the two can be read alone.', { to: { circular: true } }),
  rule('no-orphans', 'It imports nothing and nothing imports it: use it or drop it.', {
    // A declaration of a package's module is found by its name, a page's script by its address.
    from: { orphan: true, path: '^src/', pathNot: ['[.]d[.]ts$', '/(dashboard|pages)/browser/'] },
  }),
  rule('not-to-test', 'Tests are not shipped.', {
    from: { pathNot: '^test/' },
    to: { path: '^test/' },
  }),
  rule('not-to-unresolvable', 'There is no such file, or no such package.', {
    to: { couldNotResolve: true, pathNot: BUILT },
  }),
];

export default /** @type {Required<Pick<import('dependency-cruiser').IConfiguration, 'forbidden' | 'options'>>} */ ({
  forbidden: [
    ...LAYERS,
    ...OF_COMMANDS,
    ...OF_THE_SERVICE,
    ...OF_THE_SDK,
    ...OF_PACKAGES,
    ...EVERYWHERE,
  ],
  options: {
    doNotFollow: { path: ['node_modules', BUILT] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
});
