/** An unsettled create looks back a few minutes at most, so older documents can be forgotten. */
const MEMORY_MS = 15 * 60 * 1000;

/** Documents created or seen before, which an unsettled create must not take for its own. */
export class KnownDocuments {
  readonly #seen = new Map<string, number>();
  readonly #withoutSigners = new Map<string, number>();
  readonly #unsettled = new Map<string, number>();
  readonly #claimed = new Set<string>();

  /** Remembers documents created elsewhere, for the client's lifetime. */
  claim(documentIds: Iterable<string>): void {
    for (const id of documentIds) this.#claimed.add(id);
  }

  /** Remembers documents that existed at `now` (milliseconds since the epoch). */
  saw(documentIds: Iterable<string>, now: number): void {
    forget(this.#seen, now);
    for (const id of documentIds) this.#seen.set(id, now);
  }

  /** Remembers a document as just created by this client. */
  created(documentId: string, now: number): void {
    this.saw([documentId], now);
    forget(this.#withoutSigners, now);
    this.#withoutSigners.set(documentId, now);
  }

  /** Counts a create of that name until `endCreate`; forever if its outcome stays unknown. */
  beginCreate(name: string): void {
    this.#unsettled.set(name, (this.#unsettled.get(name) ?? 0) + 1);
  }

  endCreate(name: string): void {
    const left = (this.#unsettled.get(name) ?? 0) - 1;
    if (left > 0) this.#unsettled.set(name, left);
    else this.#unsettled.delete(name);
  }

  /** True if more than one unsettled create has that name. */
  isContested(name: string): boolean {
    return (this.#unsettled.get(name) ?? 0) > 1;
  }

  has(documentId: string): boolean {
    return this.#seen.has(documentId) || this.#claimed.has(documentId);
  }

  /** True, once, for a document that this client created without adding signers. */
  takeWithoutSigners(documentId: string): boolean {
    return this.#withoutSigners.delete(documentId);
  }
}

function forget(times: Map<string, number>, now: number): void {
  for (const [id, at] of times) {
    if (now - at < MEMORY_MS) return;
    times.delete(id);
  }
}
