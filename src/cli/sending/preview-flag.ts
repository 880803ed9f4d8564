import { Flags } from '@oclif/core';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

export const IN_BROWSER = 'browser';

const isFile = (text: string): boolean => /\.html?$/i.test(text);

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

/** Gives a bare `--preview` a value. Only .html counts as one, so no contract is overwritten. */
export function withPreviewValue(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((word, at) => {
    const isFlag = word === '--preview' && (end === -1 || at < end);
    return isFlag && !isFile(argv[at + 1] ?? '') ? `--preview=${IN_BROWSER}` : word;
  });
}
