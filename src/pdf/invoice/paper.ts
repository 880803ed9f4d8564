/** A label and what it says. */
export type Fact = readonly [label: string, value: string];

/** An invoice or a credit note in words, ready to be drawn. */
export interface Paper {
  readonly title: string;
  readonly number: string;
  /** Stands on top of each page, such as that it is no tax invoice; null for none. */
  readonly mark: string | null;
  /** ISO 8601. */
  readonly issuedAt: string;
  /** Supplier and recipient: a heading each, and lines. */
  readonly parties: readonly [Party, Party];
  readonly facts: readonly Fact[];
  /** The one line of goods: what each column is, and what it holds. */
  readonly columns: readonly Fact[];
  readonly total: Fact;
  readonly notes: readonly string[];
  /** Whose seal is on it. */
  readonly service: { readonly name: string; readonly version: string };
}

/** Who sells or buys. */
export interface Party {
  readonly heading: string;
  readonly lines: readonly string[];
}
