/** Changes the text beside the spinner. */
export type Say = (text: string) => void;

/** Shows a spinner on stderr during the work, if `isShown`. */
export async function withProgress<T>(
  text: string,
  isShown: boolean,
  work: (say: Say) => Promise<T>,
): Promise<T> {
  // Without a terminal width the spinner would erase lines endlessly
  if (!isShown || !process.stderr.columns) return work(() => undefined);
  const { default: ora } = await import('ora');
  const spinner = ora({ text, stream: process.stderr, discardStdin: false }).start();
  try {
    return await work((said) => {
      spinner.text = said;
    });
  } finally {
    spinner.stop();
  }
}
