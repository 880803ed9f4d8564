/** Who may import whom. Each rule is one sentence of the design; its comment is what a broken build tells you. */
const only = (name, from, allowed, comment) => ({
  name, comment, severity: 'error',
  from: { path: from },
  to: { path: '^(src|commands|bin|test)/', pathNot: [from, ...allowed] },
});
const confined = (name, packages, homes, comment) => ({
  name, comment, severity: 'error',
  from: { path: '^(src|commands)/', pathNot: homes },
  to: { path: `node_modules/(${packages})/` },
});

const CONTRACT = '^src/contract/';
const PLAIN = '^src/contract/(endpoints|errors|limits|webhook-signature)[.]ts$';
const PDF = '^src/pdf/';
const SERVICE = '^src/service';
const FACES = ['^src/service/index[.]ts$', '^src/sandbox/index[.]ts$'];

export default {
  forbidden: [
    only('contract-is-a-leaf', CONTRACT, [], 'The contract describes the API; it knows neither side of it.'),
    only('pdf-is-a-library', PDF, [], 'Bytes in, bytes out.'),
    only('client-knows-the-contract', '^src/client/', [CONTRACT], 'The SDK ships without the rest.'),
    only('cli-uses-the-sdk', '^src/cli/', ['^src/client/', CONTRACT], 'Shared command code reaches the API through the SDK.'),
    only('receiver-uses-the-sdk', '^src/receiver/', ['^src/client/', CONTRACT], 'What developers test with is what we ship.'),
    only('service-knows-contract-and-pdf', `${SERVICE}/`, [CONTRACT, PDF], 'The service never calls its own SDK.'),
    only('sandbox-uses-the-face', '^src/sandbox/', [FACES[0], PDF, CONTRACT], 'The sandbox runs the service; it does not reach into it.'),
    only('commands-are-thin', '^commands/', ['^src/(cli|client|contract|receiver|pdf)/', ...FACES],
      'A command parses, calls and prints. Logic belongs in src/.'),
    { name: 'commands-stand-alone', severity: 'error', comment: 'Share through src/cli, not between commands.',
      from: { path: '^commands/' }, to: { path: '^commands/' } },
    { name: 'pdf-only-for-verify', severity: 'error', comment: 'Only `esign verify` reads PDFs on this side.',
      from: { path: '^commands/', pathNot: '^commands/verify[.]ts$' }, to: { path: PDF } },
    { name: 'service-is-loaded-lazily', severity: 'error', comment: 'Use await import(): `esign docs list` must not load the service.',
      from: { path: '^commands/' },
      to: { path: FACES, dynamic: false, dependencyTypesNot: ['type-only'] } },

    only('domain-is-pure', `${SERVICE}/domain/`, [CONTRACT], 'Rules are decided without I/O.'),
    { name: 'domain-has-no-packages', severity: 'error', comment: 'Rules are decided without I/O; a hash is the one exception.',
      from: { path: `${SERVICE}/domain/` }, to: { dependencyTypes: ['npm', 'core'], pathNot: '^(node:)?crypto$' } },
    only('ports-speak-domain', `${SERVICE}/ports/`, [`${SERVICE}/domain/`, CONTRACT], 'A port is an interface, no more.'),
    only('use-cases-see-ports', `${SERVICE}/use-cases/`, [`${SERVICE}/(domain|ports)/`, PDF, CONTRACT],
      'A use case is told what the world is; it never reaches for it.'),
    only('http-calls-use-cases', `${SERVICE}/http/`, [`${SERVICE}/(use-cases|domain|ports)/`, CONTRACT],
      'Routes translate HTTP; they hold no SQL, no adapters and no PDF.'),
    only('adapters-implement-ports', `${SERVICE}/adapters/`, [`${SERVICE}/(ports|domain)/`, PDF, CONTRACT],
      'An adapter is called; it does not call use cases.'),
    { name: 'adapters-stand-alone', severity: 'error', comment: 'One adapter never imports another.',
      from: { path: `${SERVICE}/adapters/([^/]+)/` }, to: { path: `${SERVICE}/adapters/`, pathNot: `${SERVICE}/adapters/$1/` } },

    { name: 'client-takes-types-only', severity: 'error', comment: 'Keeps the schema library out of the SDK at run time.',
      from: { path: '^src/client/' }, to: { path: CONTRACT, pathNot: PLAIN, dependencyTypesNot: ['type-only'] } },
    { name: 'client-has-no-packages', severity: 'error', comment: 'The SDK has no runtime dependency.',
      from: { path: '^src/client/' }, to: { dependencyTypes: ['npm'] } },
    { name: 'plain-contract-stays-plain', severity: 'error', comment: 'These files reach the SDK; a package must not follow them.',
      from: { path: PLAIN }, to: { dependencyTypes: ['npm'] } },
    { name: 'plain-contract-imports-no-schema', severity: 'error', comment: 'Same reason.',
      from: { path: PLAIN }, to: { path: CONTRACT, pathNot: PLAIN, dependencyTypesNot: ['type-only'] } },

    confined('fastify-stays-in-http', 'fastify|@fastify', [`${SERVICE}/http/`, '^src/sandbox/'], 'The framework is a detail of one folder.'),
    confined('postgres-stays-in-its-adapter', 'postgres|pg|@electric-sql', [`${SERVICE}/adapters/postgres/`], 'SQL lives in one folder.'),
    confined('oclif-stays-in-the-cli', '@oclif', ['^commands/', '^src/cli/'], 'The CLI framework is a detail of the CLI.'),
    confined('undici-stays-in-the-cli', 'undici', ['^src/cli/undici-transport[.]ts$'], 'The SDK has no dependency; bulk runs and proxies hand this transport in.'),

    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/' }, to: {} },
    { name: 'not-to-test', severity: 'error', from: { pathNot: '^test/' }, to: { path: '^test/' } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
