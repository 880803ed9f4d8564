import type { ENTRIES } from './code.ts';

type Entry = (typeof ENTRIES)[number];

const types = (name: Entry, kind: 'ts' | 'cts') => `./dist/types/client/${name}.d.${kind}`;

/**
 * The conditions of an entry, in the order in which they are tried. Node gets one copy by `import` and `require`;
 * bundlers get modules, those for other runtimes too, which look for none of the first three.
 */
function conditions(name: Entry) {
  const modules = { types: types(name, 'ts'), default: `./dist/esm/client/${name}.js` };
  const required = { types: types(name, 'cts'), default: `./dist/${name}.cjs` };
  const imported = { types: types(name, 'ts'), default: `./dist/${name}.mjs` };
  return {
    module: modules,
    node: { import: imported, require: required },
    require: required,
    default: modules,
  };
}

/** What the package has of the repository's own manifest. */
export interface RootManifest {
  readonly version: string;
  readonly license: string;
  readonly author: string;
  readonly homepage: string;
  readonly repository: { readonly type: string; readonly url: string };
  readonly bugs: { readonly url: string };
}

/** The manifest of the package. */
export const manifestOf = (root: RootManifest) => ({
  name: 'esign-sdk',
  version: root.version,
  description: 'A typed client for the Electronic Signature Service, and the check of its webhooks',
  license: root.license,
  author: root.author,
  homepage: root.homepage,
  repository: root.repository,
  bugs: root.bugs,
  keywords: ['esign', 'aadhaar', 'electronic-signature', 'pdf', 'sdk', 'webhooks'],
  type: 'module',
  engines: { node: '>=18' },
  sideEffects: false,
  main: './dist/index.cjs',
  types: types('index', 'ts'),
  exports: {
    '.': conditions('index'),
    './webhooks': conditions('webhooks'),
    './package.json': './package.json',
  },
  imports: {
    '#webcrypto': { node: './dist/webcrypto/node.js', default: './dist/webcrypto/web.js' },
  },
  files: ['dist', 'webhooks'],
});

/** The manifest of the folder `webhooks`, for tools that know no `exports`. */
export const WEBHOOKS_MANIFEST = {
  main: '../dist/webhooks.cjs',
  types: '../dist/types/client/webhooks.d.ts',
};
