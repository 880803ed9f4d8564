import { writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { build } from 'esbuild';
import { noteLicences } from './notices.ts';

/**
 * Bundles an entry for `require` as `file` with the ending `.cjs`, and writes a module that passes
 * on its exports: a program that loads both gets one copy, with one set of classes.
 */
export async function writeOneCopy(
  options: BuildOptions,
  file: string,
  ending: '.js' | '.mjs',
): Promise<void> {
  await build({ ...options, format: 'cjs', outfile: `${file}.cjs` });
  const probe = { ...options, format: 'esm', outdir: dirname(file), write: false } as const;
  const { metafile } = await build({ ...probe, banner: {}, metafile: true });
  await noteLicences(Object.keys(metafile.inputs));
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
  const list = names.sort().join(', ');
  await writeFile(`${file}${ending}`, `export { ${list} } from './${basename(file)}.cjs';\n`);
}
