/** Shows a spinner on stderr during the work, if `isShown`. */
export async function withProgress<T>(
  text: string,
  isShown: boolean,
  work: () => Promise<T>,
): Promise<T> {
  // Without a terminal width the spinner would erase lines endlessly
  if (!isShown || !process.stderr.columns) return work();
  const { default: ora } = await import('ora');
  const spinner = ora({ text, stream: process.stderr, discardStdin: false }).start();
  try {
    return await work();
  } finally {
    spinner.stop();
  }
}
