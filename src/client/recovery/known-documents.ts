/** A doubtful create looks back some minutes at most; what is older need not be remembered. */
const MEMORY_MS = 15 * 60 * 1000;

/** What this client created or saw lately, so that none of it is taken for the document of a doubtful create. */
export class KnownDocuments {
  readonly #seen = new Map<string, number>();
  readonly #withoutSigners = new Map<string, number>();
  readonly #underWay = new Map<string, number>();
  readonly #claimed = new Set<string>();

  /** Remembers documents of other work, however long it takes. */
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

  /** Counts a create of that name in; it counts until `isSettled`, for ever if its outcome stays unknown. */
  begins(name: string): void {
    this.#underWay.set(name, (this.#underWay.get(name) ?? 0) + 1);
  }

  /** Counts a create of that name out. */
  isSettled(name: string): void {
    const left = (this.#underWay.get(name) ?? 0) - 1;
    if (left > 0) this.#underWay.set(name, left);
    else this.#underWay.delete(name);
  }

  /** True when a document of that name may be that of more than one create. */
  isContested(name: string): boolean {
    return (this.#underWay.get(name) ?? 0) > 1;
  }

  has(documentId: string): boolean {
    return this.#seen.has(documentId) || this.#claimed.has(documentId);
  }

  /** True once for a document that this client created and added no signer to yet. */
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
