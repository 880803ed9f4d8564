import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Metafile } from 'esbuild';

type Outputs = Metafile['outputs'];

const JOINED = './joined.cjs';
const REQUIRE = /\brequire\("(\.\/[\w-]+\.cjs)"\)/g;

/** Runs each part when it is first required. Anything else is required from its own file. */
const LOADER = `
const loaded = {};
const load = (path) => {
  if (!Object.hasOwn(parts, path)) return require(path);
  if (loaded[path] === undefined) {
    loaded[path] = { exports: {} };
    parts[path](loaded[path], loaded[path].exports, load);
  }
  return loaded[path].exports;
};
module.exports = load;
`;

/** Which chunks are joined. */
interface Choice {
  /** Files that load them all. */
  readonly ofAll: readonly string[];
  /** A file that must load none of them, so that it can report that the joined file is missing. */
  readonly notOf: string;
}

/** Joins chunks into one file: opening some thirty small ones costs each command several milliseconds. */
export async function joinChunks(folder: string, outputs: Outputs, choice: Choice): Promise<void> {
  const [first = new Set<string>(), ...others] = choice.ofAll.map((file) =>
    chunksOf(outputs, file),
  );
  const apart = chunksOf(outputs, choice.notOf);
  const common = [...first].filter(
    (chunk) => !apart.has(chunk) && others.every((chunks) => chunks.has(chunk)),
  );
  const paths = new Set(common.map((chunk) => `./${chunk}`));
  const parts: string[] = [];
  const packages = new Set<string>();
  for (const chunk of common) {
    const source = await readFile(`${folder}/${chunk}`, 'utf8');
    const [header = ''] = source.split('\n', 1);
    for (const name of header.match(/[^/\s]\S*/g) ?? []) packages.add(name);
    parts.push(`'./${chunk}'(module, exports, require) {\n${source}\n}`);
    await rm(`${folder}/${chunk}`);
  }
  for (const file of await readdir(folder)) await requireParts(`${folder}/${file}`, paths);
  const header = `// ${[...packages].sort().join(' ')}\n`;
  await writeFile(
    `${folder}/${JOINED}`,
    `${header}const parts = {\n${parts.join(',\n')}\n};\n${LOADER}`,
  );
}

async function requireParts(file: string, paths: ReadonlySet<string>): Promise<void> {
  const source = await readFile(file, 'utf8');
  const joined = source.replace(REQUIRE, (all, path: string) =>
    paths.has(path) ? `require("${JOINED}")("${path}")` : all,
  );
  if (joined !== source) await writeFile(file, joined);
}

/** The chunks that a file loads at its start, itself and in turn. */
function chunksOf(outputs: Outputs, file: string): Set<string> {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const chunks = new Set<string>();
  const visit = (name: string): void => {
    for (const { path, kind } of byName.get(name)?.imports ?? []) {
      const chunk = basename(path);
      if (kind !== 'import-statement' || !byName.has(chunk) || chunks.has(chunk)) continue;
      chunks.add(chunk);
      visit(chunk);
    }
  };
  visit(file);
  return chunks;
}
