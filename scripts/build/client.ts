import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { COMMON } from './bundle.ts';
import { writeOneCopy } from './one-copy.ts';
import { DIST, ROOT } from './paths.ts';
import { writePlainTypes } from './sdk/plain-types.ts';

const run = promisify(execFile);

/** Bundles the SDK and writes its types; neither needs a package. */
export async function buildClient(): Promise<void> {
  const types = `${DIST}/types`;
  const entryPoints = [`${ROOT}src/client/index.ts`];
  const bundle = { ...COMMON, target: 'node18', entryPoints };
  await writeOneCopy(bundle, `${DIST}/client/index`, '.js');
  const options = ['--outDir', types];
  await run(`${ROOT}node_modules/.bin/tsc`, [
    '-p',
    `${ROOT}scripts/build/client.tsconfig.json`,
    ...options,
  ]);
  await writePlainTypes(types);
}
