/** Aborts once nobody reads stdout any more, as after `| head`; that is no failure. */
export function readerGone(stdout: NodeJS.WriteStream = process.stdout): AbortSignal {
  const gone = new AbortController();
  stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') gone.abort();
  });
  return gone.signal;
}
