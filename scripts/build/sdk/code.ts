import { writeFile } from 'node:fs/promises';
import type { BuildOptions, Plugin } from 'esbuild';
import { build } from 'esbuild';
import { writeOneCopy } from '../one-copy.ts';
import { ROOT } from '../paths.ts';

/** The entries of the package. */
export const ENTRIES = ['index', 'webhooks'] as const;

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  target: 'node18',
  // Constructors set all fields; defining them before takes 300 bytes.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  logLevel: 'warning',
  metafile: true,
} as const satisfies BuildOptions;

/** The module that the manifest chooses by runtime, as `#webcrypto`. */
const WEBCRYPTO = 'src/client/webhooks/webcrypto.ts';

const resolving = (
  name: string,
  filter: RegExp,
  onto: (path: string) => ReturnType<Parameters<Parameters<Plugin['setup']>[0]['onResolve']>[1]>,
): Plugin => ({
  name,
  setup: ({ onResolve }) =>
    onResolve({ filter }, ({ path, kind }) => (kind === 'entry-point' ? undefined : onto(path))),
});

/** Leaves each import to a file of its own, by the name that the file has once it is built. */
const eachAlone = resolving('each-alone', /^\.\.?\//, (path) => ({
  path: path.endsWith('/webcrypto.ts') ? '#webcrypto' : path.replace(/\.ts$/, '.js'),
  external: true,
}));

/** Reads Web Crypto from Node's own module, since Node 18 has no global one. */
const cryptoOfNode = resolving('crypto-of-node', /\/webcrypto\.ts$/, () => ({
  path: 'node:crypto',
  external: true,
}));

/** Shares the classes of errors with the smaller entry: a copy of its own would fail `instanceof`. */
const sharedErrors = resolving(
  'shared-errors',
  /\/(esign-error|webhook-signature-error)\.ts$/,
  () => ({ path: './webhooks.cjs', external: true }),
);

/** Writes every module alone, so that bundlers drop what is not used, and the two sources of Web Crypto. */
async function writeModules(dist: string): Promise<void> {
  const entryPoints = ENTRIES.map((name) => `src/client/${name}.ts`);
  const whole = { ...COMMON, entryPoints, outdir: dist, write: false, platform: 'node' } as const;
  const { metafile } = await build(whole);
  const modules = Object.keys(metafile.inputs).filter((path) => path !== WEBCRYPTO);
  await build({
    ...COMMON,
    entryPoints: modules,
    outbase: 'src',
    outdir: `${dist}/esm`,
    format: 'esm',
    platform: 'node',
    plugins: [eachAlone],
  });
  await build({
    ...COMMON,
    entryPoints: { web: WEBCRYPTO },
    outdir: `${dist}/webcrypto`,
    format: 'esm',
  });
  await writeFile(`${dist}/webcrypto/node.js`, "export { webcrypto } from 'node:crypto';\n");
}

/** Writes one bundle an entry for Node, for both ways of loading it. */
async function writeBundles(dist: string): Promise<void> {
  const plugins = { index: [sharedErrors], webhooks: [cryptoOfNode] };
  for (const name of ENTRIES) {
    const entryPoints = [`src/client/${name}.ts`];
    const options = { ...COMMON, platform: 'node', entryPoints, plugins: plugins[name] } as const;
    await writeOneCopy(options, `${dist}/${name}`, '.mjs');
  }
}

/** Writes the code of the package: one copy for Node, however it is loaded, and modules for bundlers. */
export async function writeCode(dist: string): Promise<void> {
  await writeModules(dist);
  await writeBundles(dist);
}
