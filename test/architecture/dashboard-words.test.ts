import { readdir, readFile } from 'node:fs/promises';
import ts from 'typescript';
import { expect, test } from 'vitest';

const service = new URL('../../src/service/', import.meta.url).pathname;

/** The dashboard's own pages, and those of the rooms. */
const PAGE = /^web\/dashboard\/(?!words\/|browser\/).*\.ts$|\.(page|routes)\.ts$/;

/** Attributes that people read or hear. */
const TOLD = /\s(?:alt|aria-label|placeholder|title)="([^"]*)"/g;
/** Stands for a value in a template. */
const VALUE = '…';
const LETTERS = /\p{L}{2,}/u;
/** Two words, or one that begins a sentence. */
const PROSE = /\p{L}{2,} \p{L}{2,}|^\p{Lu}\p{Ll}+$/u;

/** The literal text of a template. */
function literalOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const { head, templateSpans } = template;
  return [head, ...templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(VALUE);
}

/** Tags, and attributes that stand in a template of their own. */
const MARKUP = /<[^>]*>|\s[\w-]+="[^"]*"|^ (?:autofocus|checked|hidden|required|selected)$/g;

/** What people read of markup: text between tags, and some attributes. */
function toldBy(markup: string): string[] {
  const attributes = [...markup.matchAll(TOLD)].map(([, text = '']) => text);
  return [...markup.replace(MARKUP, VALUE).split(VALUE), ...attributes];
}

const isProse = (text: string): boolean => PROSE.test(text);

/** Words of nobody who sees a page: imports, types, and what is logged. */
const isUnseen = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  ts.isLiteralTypeNode(node) ||
  (ts.isCallExpression(node) && /\.log\.\w+$/.test(node.expression.getText()));

/** The words that a node itself holds. */
function wordsOf(node: ts.Node): string[] {
  if (ts.isTaggedTemplateExpression(node))
    return toldBy(literalOf(node.template)).filter((text) => LETTERS.test(text));
  if (ts.isStringLiteral(node)) return [node.text].filter(isProse);
  const isPlain = ts.isTemplateLiteral(node) && !ts.isTaggedTemplateExpression(node.parent);
  return isPlain ? [literalOf(node)].filter(isProse) : [];
}

function wordsIn(node: ts.Node): string[] {
  if (isUnseen(node)) return [];
  const found = wordsOf(node);
  node.forEachChild((child) => {
    found.push(...wordsIn(child));
  });
  return found;
}

const findWords = (source: string): string[] =>
  wordsIn(ts.createSourceFile('page.ts', source, ts.ScriptTarget.Latest, true)).map((text) =>
    text.trim(),
  );

test.each([
  ['html`<p>Sign in</p>`', ['Sign in']],
  [`html\`<p>\${name} signed</p>\``, ['signed']],
  [`html\`<p>\${isDone && html\`<b>Done</b>\`}</p>\``, ['Done']],
  ['html`<nav aria-label="Menu"></nav>`', ['Menu']],
  ["const page = { title: 'Home' };", ['Home']],
  ["fail('Nothing was found.')", ['Nothing was found.']],
  [`const words = \`\${count} of them are\`;`, [`${VALUE} of them are`]],
])('in %s words are found', (source, words) => {
  expect(findWords(source)).toEqual(words);
});

test.each([
  `html\`<p class="hint">\${words.title}</p>\``,
  `html\`<a href="\${path}"\${isHere && html\` aria-current="page"\`}>\${label}</a> · \``,
  "import { words } from 'some words';",
  "const kind = status < 400 ? 'good' : 'bad';",
  "const state: 'All Open' = read();",
  "reply.header('Retry-After', 1).type('text/html; charset=utf-8');",
])('in %s there are none', (source) => {
  expect(findWords(source)).toEqual([]);
});

test('pages of the dashboard have their words from the table', async () => {
  const names = await readdir(service, { recursive: true });
  const pages = names.filter((name) => PAGE.test(name));
  expect(pages.length).toBeGreaterThan(0);
  const found = [];
  for (const name of pages) {
    const words = findWords(await readFile(`${service}${name}`, 'utf8'));
    found.push(...words.map((text) => `${name}: ${text}`));
  }
  expect(found).toEqual([]);
});
