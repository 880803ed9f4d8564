import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { bundled, COMMON } from './bundle.ts';
import { DIST, ROOT } from './paths.ts';
import { writePlainTypes } from './sdk/plain-types.ts';

const run = promisify(execFile);

/** Bundles the SDK and writes its types; neither needs a package. */
export async function buildClient(): Promise<void> {
  const types = `${DIST}/types`;
  await bundled({
    ...COMMON,
    target: 'node18',
    format: 'esm',
    entryPoints: [`${ROOT}src/client/index.ts`],
    outfile: `${DIST}/client/index.js`,
  });
  const options = ['--outDir', types];
  await run(`${ROOT}node_modules/.bin/tsc`, [
    '-p',
    `${ROOT}scripts/build/client.tsconfig.json`,
    ...options,
  ]);
  await writePlainTypes(types);
}
