/** Aborts when the reader of stdout goes away, as with `| head`. */
export function readerGone(stdout: NodeJS.WriteStream = process.stdout): AbortSignal {
  const gone = new AbortController();
  stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') gone.abort();
  });
  return gone.signal;
}
