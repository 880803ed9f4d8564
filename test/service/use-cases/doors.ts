import { readdir, readFile } from 'node:fs/promises';
import ts from 'typescript';

const SERVICE = new URL('../../../src/service/', import.meta.url).pathname;

/** Imports of functions from use cases, by their names: the paths of their modules. */
function importsOf(source: string): [name: string, module: string][] {
  const file = ts.createSourceFile('door.ts', source, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      return [];
    const module = /use-cases\/.*/.exec(statement.moduleSpecifier.text)?.[0];
    const bindings = statement.importClause?.namedBindings;
    if (!module || !bindings || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map(({ name, propertyName }): [string, string] => [
      (propertyName ?? name).text,
      module,
    ]);
  });
}

type UseCase = (deps: unknown, caller: unknown, order: unknown) => Promise<unknown>;

/** The use cases that other parts of the service call, by their names. */
export async function useCasesBehindDoors(): Promise<ReadonlyMap<string, UseCase>> {
  const names = await readdir(SERVICE, { recursive: true });
  const doors = names.filter((name) => name.endsWith('.ts') && !name.startsWith('use-cases/'));
  const found = new Map<string, UseCase>();
  for (const door of doors) {
    for (const [name, module] of importsOf(await readFile(`${SERVICE}${door}`, 'utf8'))) {
      const value: unknown = (await import(`${SERVICE}${module}`))[name];
      if (typeof value === 'function') found.set(name, value as UseCase);
    }
  }
  return found;
}
