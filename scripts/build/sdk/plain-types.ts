import { readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { ROOT } from '../paths.ts';
import type { PlainSchema } from './schema-type.ts';
import { declarationOf } from './schema-type.ts';

/** A module of the contract with schemas, as text and as loaded. */
interface SchemaModule {
  readonly name: string;
  readonly source: ts.SourceFile;
  readonly schemas: ReadonlyMap<string, PlainSchema>;
}

const isSchema = (value: unknown): value is PlainSchema =>
  typeof value === 'object' && value !== null && '$id' in value;

async function readModule(name: string): Promise<SchemaModule | undefined> {
  const path = `${ROOT}src/contract/${name}.ts`;
  const text = await readFile(path, 'utf8');
  if (!text.includes("from 'typebox'")) return undefined;
  const loaded: Record<string, unknown> = await import(pathToFileURL(path).href);
  const schemas = new Map<string, PlainSchema>();
  for (const [exported, value] of Object.entries(loaded))
    if (isSchema(value)) schemas.set(exported, value);
  return { name, schemas, source: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
}

/**
 * Rewrites the declarations of the contract's schemas as plain interfaces that name each other, so that users of the SDK
 * need no schema library.
 */
export async function writePlainTypes(types: string): Promise<void> {
  const emitted = await readdir(`${types}/contract`, { recursive: true });
  const names = emitted.filter((file) => file.endsWith('.d.ts'));
  const read = await Promise.all(names.map((file) => readModule(file.replace('.d.ts', ''))));
  const modules = read.filter((one) => one !== undefined);
  const homes = new Map<string, string>();
  for (const { name, schemas } of modules)
    for (const exported of schemas.keys()) homes.set(exported, name);
  for (const one of modules)
    await writeFile(`${types}/contract/${one.name}.d.ts`, plainTypes(one, homes));
}

/** The declarations of a module's types, and the imports of those that they name. */
function plainTypes(module: SchemaModule, homes: ReadonlyMap<string, string>): string {
  const named = new Set<string>();
  const see = (name: string): boolean => homes.has(name) && Boolean(named.add(name));
  const declarations = module.source.statements
    .filter(ts.isTypeAliasDeclaration)
    .flatMap((alias) => {
      const schema = module.schemas.get(alias.name.text);
      if (schema) return [`${docOf(alias)}${declarationOf(alias.name.text, schema, see)}`];
      return isUnionOfNames(alias.type) ? [`${docOf(alias)}${alias.getText()}\n`] : [];
    });
  const above = module.name.includes('/') ? '../' : './';
  const pathTo = (home = '') => `${above}${home}`;
  const imports = [...named].flatMap((name) => {
    const home = homes.get(name);
    return home === module.name ? [] : [`import type { ${name} } from '${pathTo(home)}.ts';\n`];
  });
  return [...(imports.length === 0 ? [] : [imports.join('')]), ...declarations].join('\n');
}

/** True for an alias that stands without values of the module. */
const isUnionOfNames = (type: ts.TypeNode): boolean =>
  ts.isUnionTypeNode(type) && type.types.every(ts.isTypeReferenceNode);

/** The comment of the schema with the type's name, or of the type itself. */
function docOf(alias: ts.TypeAliasDeclaration): string {
  const source = alias.getSourceFile();
  const schema = source.statements
    .filter(ts.isVariableStatement)
    .find(({ declarationList }) =>
      declarationList.declarations.some(
        ({ name }) => ts.isIdentifier(name) && name.text === alias.name.text,
      ),
    );
  const [comment] = ts.getJSDocCommentsAndTags(schema ?? alias);
  return comment ? `${comment.getText(source)}\n` : '';
}
