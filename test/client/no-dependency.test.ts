import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { PLAIN } from '../architecture/rules.mjs';

test('the client bundles its own files, the plain tables of the contract, and no package', async () => {
  const { metafile } = await build({
    entryPoints: ['src/client/index.ts'],
    absWorkingDir: new URL('../..', import.meta.url).pathname,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node18',
  });
  const foreign = Object.keys(metafile.inputs).filter((path) => !path.startsWith('src/client/'));
  expect(foreign.filter((path) => !new RegExp(PLAIN).test(path))).toEqual([]);
  const outside = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  expect(outside.filter((path) => !path.startsWith('node:'))).toEqual([]);
});
