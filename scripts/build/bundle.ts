import type { BuildOptions } from 'esbuild';

/** Lets bundled CommonJS packages call `require` inside an ES module. */
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);";

/** What every bundle shares: for Node 20, names kept for error messages, licences gathered at the end of the file. */
export const COMMON: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  keepNames: true,
  logLevel: 'warning',
};

/** An ES module bundle. */
export const ESM: BuildOptions = { ...COMMON, format: 'esm', banner: { js: REQUIRE_BANNER } };
