/** Whether a flag is on a command line, before the words after `--`, which are another command's. */
export function isFlagGiven(argv: readonly string[], flag: string): boolean {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  return words.some((word) => word === `--${flag}` || word.startsWith(`--${flag}=`));
}
