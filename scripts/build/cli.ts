import { readdir, writeFile } from 'node:fs/promises';
import { Plugin as OclifPlugin } from '@oclif/core';
import type { Plugin } from 'esbuild';

import { bundled, COMMON } from './bundle.ts';
import { joinChunks } from './join-chunks.ts';
import { lazyRequires } from './lazy-requires.ts';
import { leftOut } from './left-out.ts';
import { buildManPages } from './man.ts';
import { DIST, ROOT } from './paths.ts';
import { requireChunks } from './require-chunks.ts';

const OUT = `${DIST}/cli`;

/** A command: its name, its source below the package's folder, and its file in the build. */
interface BuiltCommand {
  readonly id: string;
  readonly source: string;
  readonly file: string;
}

/**
 * Bundles the command line into files that load on demand: one for every run, one for each command, and chunks that some
 * commands share. Also writes the list of commands, and their man pages.
 */
export async function buildCli(): Promise<void> {
  const commands = await findCommands();
  const entries = commands.map(({ source, file }) => ({ in: `${ROOT}${source}`, out: file }));
  const { outputs } = await bundled({
    ...COMMON,
    format: 'esm',
    splitting: true,
    entryPoints: [
      { in: ENTRY, out: 'esign' },
      { in: `${ROOT}src/cli/help/help.ts`, out: 'help' },
      { in: `${ROOT}src/cli/update/ask-registry.ts`, out: 'ask-registry' },
      ...entries,
    ],
    outdir: OUT,
    outExtension: { '.js': '.cjs' },
    chunkNames: 'shared-[hash]',
    external: ['typescript', './command-*.cjs'],
    define: {
      'import.meta.url': '__moduleUrl',
      // The framework compares Node with its own package.json, which a bundle has not
      'process.env.OCLIF_DISABLE_ENGINE_WARNING': '"1"',
    },
    plugins: [entryOf(commands), builtElsewhere, oclifParts, lazyRequires, leftOut],
  });
  await requireChunks(OUT, outputs);
  await joinChunks(OUT, outputs, {
    ofAll: ['command-docs-list.cjs', 'command-status.cjs'],
    notOf: 'esign.cjs',
  });
  await writeManifest();
}

async function findCommands(): Promise<BuiltCommand[]> {
  const files = await readdir(`${ROOT}commands`, { recursive: true });
  return files
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => {
      const path = file.slice(0, -'.ts'.length);
      return {
        id: path.replaceAll('/', ':'),
        source: `commands/${file}`,
        file: `command-${path.replaceAll('/', '-')}`,
      };
    });
}

const ENTRY = 'esign-entry';

/** The table that the command framework looks commands up in: each is loaded when it is asked for. */
const entryOf = (commands: readonly BuiltCommand[]): Plugin => ({
  name: 'entry',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${ENTRY}$`) }, () => ({ path: ENTRY, namespace: ENTRY }));
    onLoad({ filter: /.*/, namespace: ENTRY }, () => {
      const rows = commands.map(
        ({ id, file }) => `  get '${id}'() { return require('./${file}.cjs').default; },`,
      );
      const lines = [
        "import { run as runWith } from './src/cli/run.ts';",
        'export const run = (argv, options) => runWith(argv, options, COMMANDS);',
        "export const commandNotFound = async (asked) => (await import('./src/cli/help/unknown-command.ts')).commandNotFound(asked);",
        `export const COMMANDS = {\n${rows.join('\n')}\n};`,
      ];
      return { contents: lines.join('\n'), resolveDir: ROOT, loader: 'ts' };
    });
  },
});

/** The service, the sandbox and the reader of pages are bundles of their own, loaded by the few commands that use them. */
const builtElsewhere: Plugin = {
  name: 'built-elsewhere',
  setup({ onResolve }) {
    const homes = {
      'service/index': 'service',
      'sandbox/index': 'sandbox',
      'pdf/reading/page-reader': 'page-reader',
    };
    onResolve(
      {
        filter: /\/(service\/index|sandbox\/index|pdf\/reading\/page-reader)\.ts$/,
      },
      ({ path }) => {
        const home = Object.entries(homes).find(([end]) => path.endsWith(`${end}.ts`))?.[1];
        return { path: `../service/${home}.js`, external: true };
      },
    );
  },
};

const oclifParts: Plugin = {
  name: 'oclif-parts',
  setup({ onResolve }) {
    const path = `${ROOT}scripts/build/oclif-parts.ts`;
    onResolve({ filter: /^@oclif\/core$/ }, () => ({ path }));
  },
};

async function writeManifest(): Promise<void> {
  const plugin = new OclifPlugin({
    root: ROOT,
    type: 'core',
    ignoreManifest: true,
    errorOnManifestCreate: true,
  });
  await plugin.load();
  await buildManPages(Object.values(plugin.manifest.commands));
  await writeFile(`${ROOT}oclif.manifest.json`, `${JSON.stringify(plugin.manifest, null, 1)}\n`);
}
