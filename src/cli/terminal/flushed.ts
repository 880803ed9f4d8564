/** Resolves once all that was written to a stream has left, or never can, since its reader is gone. Never rejects. */
export function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
