/** Bytes that may have been used, and in what way they differ from those given. */
export interface Variant {
  /** What was done to the bytes, as a fragment; empty for those given. */
  readonly what: string;
  /** What to change so that it works; empty for those given. */
  readonly cure: string;
  readonly bytes: Buffer;
}

/** Runs what may fail; undefined when it does. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Collects variants, each distinct bytes once: the first name given to them stays. */
export class VariantList {
  readonly #found: Variant[] = [];

  add(variant: Omit<Variant, 'bytes'>, bytes: Buffer | string | undefined): void {
    if (bytes === undefined) return;
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    if (this.#found.some((known) => known.bytes.equals(buffer))) return;
    this.#found.push({ ...variant, bytes: buffer });
  }

  get all(): readonly Variant[] {
    return this.#found;
  }
}
