import { readdir, readFile, writeFile } from 'node:fs/promises';
import { transform } from 'esbuild';

const MODULE_URL = "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;\n";
const IMPORT_OF_CHUNK = /\bimport\(("\.\/[\w-]+\.cjs")\)/g;

/**
 * Turns the files of a split bundle from ES modules, which is the only form that esbuild splits, into CommonJS, which
 * Node loads twice as fast. Imports of packages and bundles beside them stay imports.
 */
export async function requireChunks(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.cjs'));
  for (const file of files) {
    const source = await readFile(`${folder}/${file}`, 'utf8');
    const { code } = await transform(source, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      sourcefile: file,
    });
    const required = code.replace(
      IMPORT_OF_CHUNK,
      (_, path: string) => `Promise.resolve().then(() => require(${path}))`,
    );
    const url = required.includes('__moduleUrl') ? MODULE_URL : '';
    await writeFile(`${folder}/${file}`, `${url}${required}`);
  }
}
