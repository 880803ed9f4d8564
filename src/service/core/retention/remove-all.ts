type Remove = (documentId: string) => Promise<boolean>;

/** Removes in batches until nothing more can be removed; returns how many. */
export async function removeAll(
  find: () => Promise<readonly string[]>,
  remove: Remove,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const more = await removeEach(await find(), remove, signal);
    if (more === 0) return removed;
    removed += more;
  }
}

async function removeEach(ids: readonly string[], remove: Remove, signal?: AbortSignal) {
  let removed = 0;
  for (const documentId of ids) {
    if (signal?.aborted) break;
    if (await remove(documentId)) removed += 1;
  }
  return removed;
}
