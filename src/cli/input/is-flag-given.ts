/** Ignores the words after `--`, which belong to another command. */
export function isFlagGiven(argv: readonly string[], flag: string): boolean {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  return words.some((word) => word === `--${flag}` || word.startsWith(`--${flag}=`));
}
