import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENTRIES = ['src/client/index.ts', 'src/client/webhooks.ts'].map((path) => `${ROOT}${path}`);

const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
const program = ts.createProgram(ENTRIES, options);
const checker = program.getTypeChecker();

/** The things that an entry exports. */
function exportsOf(entry: string): ts.Symbol[] {
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} exports nothing`);
  return checker
    .getExportsOfModule(module)
    .map((one) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one));
}

const isPrivate = (declaration: ts.Declaration) => {
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isPrivateIdentifier(name);
};

const isOurs = ({ declarations = [] }: ts.Symbol) =>
  declarations.some(
    (one) => one.getSourceFile().fileName.startsWith(`${ROOT}src/`) && !isPrivate(one),
  );

/** What users call or read of a class or an interface: neither its private parts, nor what it has from the language. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  const isType = symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface);
  return isType ? checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isOurs) : [];
}

const nameOf = (symbol: ts.Symbol) =>
  checker.getFullyQualifiedName(symbol).replace(/^"(.*)"\./, '');

test('every export of the SDK has a docstring, and so have its members', () => {
  const exported = ENTRIES.flatMap(exportsOf);
  const all = exported.flatMap((symbol) => [symbol, ...membersOf(symbol)]);
  const bare = all.filter((symbol) => symbol.getDocumentationComment(checker).length === 0);
  expect([...new Set(bare.map(nameOf))].sort()).toEqual([]);
  expect(all.length).toBeGreaterThan(2 * exported.length);
});

test('the SDK exports the names that users import, types among them', () => {
  const names = ENTRIES.flatMap(exportsOf).map(({ name }) => name);
  expect([...new Set(names)].sort().join('\n')).toMatchSnapshot();
});
