import { readdir, readFile } from 'node:fs/promises';

const SERVICE = new URL('../../../src/service/', import.meta.url).pathname;

/** An import of values from a module of use cases, as the formatter writes it. */
const IMPORT = /^import \{([^}]+)\} from '[./]+(use-cases\/[^']+)';$/gm;

type UseCase = (deps: unknown, caller: unknown, order: unknown) => Promise<unknown>;

/** The functions that other parts of the service import from use cases, by name. */
export async function importedUseCases(): Promise<ReadonlyMap<string, UseCase>> {
  const names = await readdir(SERVICE, { recursive: true });
  const others = names.filter((name) => name.endsWith('.ts') && !name.startsWith('use-cases/'));
  const found = new Map<string, UseCase>();
  for (const other of others) {
    const source = await readFile(`${SERVICE}${other}`, 'utf8');
    for (const [, list = '', path] of source.matchAll(IMPORT)) {
      const module: Readonly<Record<string, unknown>> = await import(`${SERVICE}${path}`);
      for (const name of list.split(',').map((one) => one.trim().split(' as ', 1)[0] ?? '')) {
        const value = module[name];
        if (typeof value === 'function') found.set(name, value as UseCase);
      }
    }
  }
  return found;
}
