import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);

/** Where the service and its admin commands write what they print. */
const FOLDERS = [
  'src/service/operations',
  'src/service/adapters',
  'src/cli/admin',
  'commands/admin',
];
const FILES = ['src/service/core/check-installation.ts', 'commands/serve.ts'];

const filesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);

/** What may overwrite or delete something that exists. */
const HARMS = /(^|[^=<-])>{1,2}\s*[\w"'./$…{]|\b(rm|mv|truncate|dropdb|init)\b|--force|\bDROP\b/;
/** Examples of the help, XML and expressions of Prometheus. */
const NO_HINTS = /^(ESIGN_CONFIG=\S+ )?<|^(max|min_over_time|nodejs_\w+|sum)\b/;

/** Each was looked at. */
const HARMLESS = [
  // Only where neither has one; and it refuses a database or files that hold anything.
  'correct both settings, or create a new installation with esign admin init',
];

/** Literals and templates; what a template inserts is `…`. */
function textsIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(new URL(path, ROOT), 'utf8'), 99, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      texts.push(
        node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(''),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

test('nothing that the service and its admin commands can print tells to overwrite what exists', () => {
  const paths = [...FOLDERS.flatMap(filesIn), ...FILES];
  expect(paths.length).toBeGreaterThan(80);
  const harmful = paths
    .flatMap(textsIn)
    .filter((text) => HARMS.test(text) && !NO_HINTS.test(text) && !HARMLESS.includes(text));
  expect([...new Set(harmful)].sort()).toEqual([]);
});
