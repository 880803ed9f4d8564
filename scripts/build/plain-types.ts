import { readdir, writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { ROOT } from './paths.ts';

const FULL =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.InTypeAlias |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/**
 * Rewrites the declarations of the contract's schemas as plain TypeScript types, so that users of the SDK need no schema
 * library.
 */
export async function writePlainTypes(types: string): Promise<void> {
  const emitted = await readdir(`${types}/contract`);
  const sources = emitted.map((name) => `${ROOT}src/contract/${name.replace('.d.ts', '.ts')}`);
  const config = ts.getParsedCommandLineOfConfigFile(
    `${ROOT}tsconfig.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
      },
    },
  );
  const program = ts.createProgram(sources, config?.options ?? {});
  for (const [index, name] of emitted.entries()) {
    const source = program.getSourceFile(sources[index] ?? '');
    if (source?.text.includes("from 'typebox'")) {
      await writeFile(`${types}/contract/${name}`, plainTypes(program.getTypeChecker(), source));
    }
  }
}

function plainTypes(checker: ts.TypeChecker, source: ts.SourceFile): string {
  const aliases = source.statements.filter(ts.isTypeAliasDeclaration);
  return aliases
    .map((alias) => {
      const text = checker.typeToString(checker.getTypeAtLocation(alias), undefined, FULL);
      return `${docOf(alias, source)}export type ${alias.name.text} = ${text};\n`;
    })
    .join('\n');
}

/** The comment of the schema with the type's name, or of the type itself. */
function docOf(alias: ts.TypeAliasDeclaration, source: ts.SourceFile): string {
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
