import type { Letter } from './letter.ts';

/** What letters are printed with; without `url` no link is. */
interface Print {
  readonly url?: string;
  readonly isTest: boolean;
}

const RULE = '\n\n----------------------------------------\n\n';

const listed = (title: string, lines: readonly string[]): string =>
  [title, ...lines.map((line, index) => `${index + 1}. ${line}`)].join('\n');

const signerLine = ({ name, status }: Letter['signers'][number]): string => `${name} (${status})`;

function letterText(letter: Letter, { url, isTest }: Print): string {
  const { signersTitle, signers, stepsTitle, steps } = letter;
  const blocks = [
    ...(isTest ? [letter.test] : []),
    letter.title,
    ...letter.paragraphs,
    ...(url === undefined ? [] : [`${letter.action}:\n${url}`]),
    ...(signers.length === 0 ? [] : [listed(signersTitle, signers.map(signerLine))]),
    listed(stepsTitle, steps),
    ...letter.cautions,
    letter.footer,
  ];
  return blocks.join('\n\n');
}

/** Letters one beneath the other as plain text. */
export function textOf(letters: readonly Letter[], about: Print): string {
  const below = letters.slice(1).map((letter) => `${letter.below}\n\n`);
  return `${below.join('')}${letters.map((letter) => letterText(letter, about)).join(RULE)}\n`;
}
