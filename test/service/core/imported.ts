import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SERVICE = new URL('../../../src/service/', import.meta.url).pathname;

/** An import of values, as the formatter writes it. */
const IMPORT = /^import \{([^}]+)\} from '(\.[^']+)';$/gm;
/** The files of use cases: those of a room whose name has no suffix. */
const USE_CASE = /^(core|billing|webhooks|members)\/[^.]+\.ts$/;

type UseCase = (deps: unknown, caller: unknown, order: unknown) => Promise<unknown>;

/** Names that a source imports from use cases, with the file of each. */
function importsOf(source: string, file: string): (readonly [name: string, path: string])[] {
  return [...source.matchAll(IMPORT)]
    .map(([, list = '', from = '']) => ({ list, path: join(dirname(file), from) }))
    .filter(({ path }) => USE_CASE.test(path))
    .flatMap(({ list, path }) =>
      list.split(',').map((one) => [one.trim().split(' as ', 1)[0] ?? '', path] as const),
    );
}

/** The functions that other parts of the service import from use cases, by name. */
export async function importedUseCases(): Promise<ReadonlyMap<string, UseCase>> {
  const names = await readdir(SERVICE, { recursive: true });
  const others = names.filter((name) => name.endsWith('.ts') && !USE_CASE.test(name));
  const found = new Map<string, UseCase>();
  for (const other of others) {
    for (const [name, path] of importsOf(await readFile(`${SERVICE}${other}`, 'utf8'), other)) {
      const module: Readonly<Record<string, unknown>> = await import(`${SERVICE}${path}`);
      const value = module[name];
      if (typeof value === 'function') found.set(name, value as UseCase);
    }
  }
  return found;
}
