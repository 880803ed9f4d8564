/** Shows a spinner on stderr while the work runs, when `isShown`; the work's result or error comes through. */
export async function withProgress<T>(
  text: string,
  isShown: boolean,
  work: () => Promise<T>,
): Promise<T> {
  // A terminal without a width makes the spinner erase lines without end
  if (!isShown || !process.stderr.columns) return work();
  const { default: ora } = await import('ora');
  const spinner = ora({ text, stream: process.stderr, discardStdin: false }).start();
  try {
    return await work();
  } finally {
    spinner.stop();
  }
}
