import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const TOP_LEVEL_REQUIRE =
  /^const (\w+_1) = ((?:tslib_1\.__import\w+\(|__import\w+\()?require\("[^"]+"\)\)?);$/gm;

/** The command framework loads parts at start that most runs never use; here each loads at its first use. */
export const lazyRequires: Plugin = {
  name: 'lazy-requires',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/@oclif\/core\/lib\/.*\.js$/ }, async ({ path }) => ({
      contents: makeLazy(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};

function makeLazy(source: string): string {
  const names: string[] = [];
  const declared = source.replace(TOP_LEVEL_REQUIRE, (_, name: string, load: string) => {
    names.push(name);
    return `let $${name}; const $get${name} = () => ($${name} ??= ${load});`;
  });
  return names.reduce(
    (text, name) => text.replace(new RegExp(`(?<![\\w$])${name}\\b`, 'g'), `($get${name}())`),
    declared,
  );
}
