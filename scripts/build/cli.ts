import { readdir, readFile, writeFile } from 'node:fs/promises';
import { Plugin as OclifPlugin } from '@oclif/core';
import type { Plugin } from 'esbuild';

import { bundled, COMMON } from './bundle.ts';
import { DIST, ROOT } from './paths.ts';

/** Bundles the command line into one file whose commands load when they run, and writes the list of them. */
export async function buildCli(): Promise<void> {
  await bundled({
    ...COMMON,
    format: 'cjs',
    stdin: { contents: await entry(), resolveDir: ROOT, sourcefile: 'esign.ts', loader: 'ts' },
    outfile: `${DIST}/cli/esign.cjs`,
    external: ['typescript'],
    define: { 'import.meta.url': '__moduleUrl' },
    banner: { js: "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    plugins: [builtElsewhere, lazyRequires],
  });
  await writeManifest();
}

/** The table that the command framework looks commands up in: each is evaluated when it is asked for. */
async function entry(): Promise<string> {
  const files = await readdir(`${ROOT}commands`, { recursive: true });
  const rows = files
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => {
      const id = file.slice(0, -'.ts'.length).replaceAll('/', ':');
      return `  get '${id}'() { return require('./commands/${file}').default; },`;
    });
  return [
    "export { run } from './src/cli/run.ts';",
    "export { commandNotFound } from './src/cli/command-not-found.ts';",
    `export const COMMANDS = {\n${rows.join('\n')}\n};`,
  ].join('\n');
}

/** The service, the sandbox and the PDF verifier are bundles of their own, loaded by the few commands that use them. */
const builtElsewhere: Plugin = {
  name: 'built-elsewhere',
  setup({ onResolve }) {
    const homes = {
      'service/index': 'service',
      'sandbox/index': 'sandbox',
      'pdf/verify': 'verify',
      'pdf/count-pages': 'count-pages',
    };
    onResolve(
      { filter: /\/(service\/index|sandbox\/index|pdf\/verify|pdf\/count-pages)\.ts$/ },
      ({ path }) => {
        const home = Object.entries(homes).find(([end]) => path.endsWith(`${end}.ts`))?.[1];
        return { path: `../service/${home}.js`, external: true };
      },
    );
  },
};

const TOP_LEVEL_REQUIRE =
  /^const (\w+_1) = ((?:tslib_1\.__import\w+\(|__import\w+\()?require\("[^"]+"\)\)?);$/gm;

/** The command framework requires at once what most runs never use; here each part loads at its first use. */
const lazyRequires: Plugin = {
  name: 'lazy-requires',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/@oclif\/core\/lib\/.*\.js$/ }, async ({ path }) => ({
      contents: makeLazy(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};

function makeLazy(source: string): string {
  const names: string[] = [];
  const declared = source.replace(TOP_LEVEL_REQUIRE, (_, name: string, load: string) => {
    names.push(name);
    return `let $${name}; const $get${name} = () => ($${name} ??= ${load});`;
  });
  return names.reduce(
    (text, name) => text.replace(new RegExp(`(?<![\\w$])${name}\\b`, 'g'), `($get${name}())`),
    declared,
  );
}

async function writeManifest(): Promise<void> {
  const plugin = new OclifPlugin({
    root: ROOT,
    type: 'core',
    ignoreManifest: true,
    errorOnManifestCreate: true,
  });
  await plugin.load();
  await writeFile(`${ROOT}oclif.manifest.json`, `${JSON.stringify(plugin.manifest, null, 1)}\n`);
}
