import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Metafile } from 'esbuild';
import { transform } from 'esbuild';
import { packageOf } from './notices.ts';

const MODULE_URL = "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;\n";
/** esbuild copies each file's exports to mark them as those of an ES module. Nothing here reads that mark. */
const COPY_OF_EXPORTS = /^module\.exports = __toCommonJS\((\w+)\);$/m;
const IMPORT_OF_CHUNK = /\bimport\(("\.\/[\w-]+\.cjs")\)/g;

/**
 * Turns the files of a split bundle from ES modules, which is the only form that esbuild splits, into CommonJS, which
 * Node loads twice as fast. Imports of packages and bundles beside them stay imports. Each file begins with the names of the
 * packages in it, for the test of what a command loads.
 */
export async function requireChunks(folder: string, outputs: Metafile['outputs']): Promise<void> {
  for (const [output, { inputs }] of Object.entries(outputs)) {
    const file = basename(output);
    const source = await readFile(`${folder}/${file}`, 'utf8');
    const { code } = await transform(source, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      sourcefile: file,
    });
    const required = code
      .replace(COPY_OF_EXPORTS, 'module.exports = $1;')
      .replace(IMPORT_OF_CHUNK, 'Promise.resolve().then(() => require($1))');
    const url = required.includes('__moduleUrl') ? MODULE_URL : '';
    await writeFile(`${folder}/${file}`, `${packagesLine(inputs)}\n${url}${required}`);
  }
}

function packagesLine(inputs: Metafile['outputs'][string]['inputs']): string {
  const used = Object.keys(inputs).filter((input) => (inputs[input]?.bytesInOutput ?? 0) > 0);
  const names = new Set(used.map((input) => packageOf(input)?.name ?? 'esign'));
  return `// ${[...names].sort().join(' ')}`;
}
