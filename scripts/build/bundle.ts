import type { BuildOptions, Metafile } from 'esbuild';
import { build } from 'esbuild';
import { noteLicences } from './notices.ts';

/** Lets bundled CommonJS packages call `require` inside an ES module. */
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);";

/** Options of every bundle: for Node 20. Function names are not kept: setting them at each closure took a fifth of the service's CPU time. */
export const COMMON: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
};

/** An ES module bundle. */
export const ESM: BuildOptions = { ...COMMON, format: 'esm', banner: { js: REQUIRE_BANNER } };

/** Bundles, and notes the licences of the packages that went in. Returns what went into which file. */
export async function bundled(options: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({ ...options, metafile: true });
  await noteLicences(Object.keys(metafile.inputs));
  return metafile;
}
