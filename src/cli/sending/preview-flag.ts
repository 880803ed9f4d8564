import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** The value of `--preview` that shows the preview in the browser. */
export const IN_BROWSER = 'browser';

const isFile = (text: string): boolean => /\.html?$/i.test(text);

/** Writes pictures of the pages to a file, or shows them in the browser. */
export const previewFlag = Flags.string({
  description:
    'draw the pages with all rectangles into FILE.html, or show them in the browser; send nothing',
  helpValue: '[FILE]',
  exclusive: ['wait'],
  parse: async (text) => {
    if (text === IN_BROWSER || isFile(text)) return text;
    throw new CliError({
      code: 'usage',
      what: `--preview writes HTML, and "${text}" does not end in .html`,
      next: 'esign send --help',
      exitCode: EXIT.usage,
    });
  },
});

/**
 * Makes `--preview` alone a flag with a value, which the parser needs. Only a file that ends in .html is its value, so that
 * `--preview contract.pdf` never writes over a contract.
 */
export function withPreviewValue(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((word, at) => {
    const isFlag = word === '--preview' && (end === -1 || at < end);
    return isFlag && !isFile(argv[at + 1] ?? '') ? `--preview=${IN_BROWSER}` : word;
  });
}
