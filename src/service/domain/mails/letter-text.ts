import type { Letter } from './letter.ts';

const RULE = '\n\n----------------------------------------\n\n';

const listed = (title: string, lines: readonly string[]): string =>
  [title, ...lines.map((line, index) => `${index + 1}. ${line}`)].join('\n');

function letterText(letter: Letter, { url, isTest }: { url: string; isTest: boolean }): string {
  const { signersTitle, signers, stepsTitle, steps } = letter;
  const blocks = [
    ...(isTest ? [letter.test] : []),
    letter.title,
    ...letter.paragraphs,
    `${letter.action}:\n${url}`,
    listed(
      signersTitle,
      signers.map(({ name, status }) => `${name} (${status})`),
    ),
    listed(stepsTitle, steps),
    ...letter.cautions,
    letter.footer,
  ];
  return blocks.join('\n\n');
}

/** Letters one beneath the other as plain text. */
export function textOf(
  letters: readonly Letter[],
  about: { readonly url: string; readonly isTest: boolean },
): string {
  const below = letters.slice(1).map((letter) => `${letter.below}\n\n`);
  return `${below.join('')}${letters.map((letter) => letterText(letter, about)).join(RULE)}\n`;
}
