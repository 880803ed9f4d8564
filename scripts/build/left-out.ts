import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';

/** A module that a package loads at each start and calls in cases that we never have. */
interface LeftOut {
  readonly module: RegExp;
  /** The package or file that asks for it; others get the real one. */
  readonly of: string;
  /** What it imports by name; default: all that the module exports. */
  readonly name?: string;
}

const LEFT_OUT: readonly LeftOut[] = [
  // Our settings have no schema to validate
  { module: /^ajv/, of: 'conf', name: 'Ajv2020' },
  // Our base command runs without the configuration, and no command is deprecated
  { module: /^\.\/config$/, of: '@oclif/core/lib/command.js', name: 'Config' },
  { module: /^\.\/help\/util$/, of: '@oclif/core/lib/command.js', name: 'normalizeArgv' },
  // It prints and asks by means of our own
  { module: /^\.\/ux$/, of: '@oclif/core/lib/command.js', name: 'ux' },
  { module: /^\.\.\/ux$/, of: '@oclif/core/lib/parser/help.js', name: 'ux' },
  // No flag shows the help, and we report errors
  { module: /^\.\/help$/, of: '@oclif/core/lib/flags.js', name: 'loadHelpClass' },
  { module: /^\.\.\/help\/index$/, of: '@oclif/core/lib/errors/handle.js', name: 'loadHelpClass' },
  // LibPDF signs and checks signatures with these, and we do both ourselves
  { module: /^pkijs$/, of: '@libpdf/core' },
  { module: /^asn1js$/, of: '@libpdf/core' },
  // Handlers check requests by the contract's schemas
  { module: /^@fastify\/ajv-compiler$/, of: 'fastify', name: 'compiler' },
  // Only WOFF2 fonts are compressed with it, and ours are TTF
  { module: /^brotli\/decompress\.js$/, of: 'fontkit', name: 'decompress' },
];

/** The names that a module exports to an importer. */
async function namesIn(path: string, importer: string): Promise<string[]> {
  const exported: object = await import(createRequire(importer).resolve(path));
  return Object.keys(exported).filter((name) => name !== 'default');
}

/** Functions that throw and name the missing module; classes can extend them. */
const standIn = (path: string, names: readonly string[]): string =>
  [
    `function missing() { throw new Error('${path} was left out of this bundle'); }`,
    `export { ${names.map((name) => `missing as ${name}`).join(', ')} };`,
    'export default missing;',
  ].join('\n');

/** Leaves modules out of a bundle that no run needs: loading them would slow down every start. */
export const leftOut: Plugin = {
  name: 'left-out',
  setup({ onResolve, onLoad }) {
    const namespace = 'left-out';
    for (const { module, of, name } of LEFT_OUT) {
      onResolve({ filter: module }, async ({ path, importer }) => {
        if (!`${importer}/`.includes(`/node_modules/${of}/`)) return null;
        const names = name === undefined ? await namesIn(path, importer) : [name];
        return { path, namespace, pluginData: names };
      });
    }
    onLoad({ filter: /.*/, namespace }, ({ path, pluginData }) => ({
      contents: standIn(path, pluginData),
    }));
  },
};
