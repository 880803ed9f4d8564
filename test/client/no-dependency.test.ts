import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { PLAIN } from '../architecture/rules.mjs';

test('the verifier of webhooks for any runtime imports nothing', async () => {
  const { metafile } = await build({
    entryPoints: ['src/client/webhooks.ts'],
    absWorkingDir: new URL('../..', import.meta.url).pathname,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'neutral',
  });
  const inputs = Object.entries(metafile.inputs);
  expect(inputs.flatMap(([, { imports }]) => imports.filter(({ external }) => external))).toEqual(
    [],
  );
  const foreign = inputs.map(([path]) => path).filter((path) => !path.startsWith('src/client/'));
  expect(foreign.filter((path) => !new RegExp(PLAIN).test(path))).toEqual([]);
});

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
