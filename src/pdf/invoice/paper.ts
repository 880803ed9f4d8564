export type Fact = readonly [label: string, value: string];

export interface Paper {
  readonly title: string;
  readonly number: string;
  /** At the top of each page, for example to say that it is no tax invoice. */
  readonly mark: string | null;
  /** ISO 8601. */
  readonly issuedAt: string;
  /** Supplier and recipient. */
  readonly parties: readonly [Party, Party];
  readonly facts: readonly Fact[];
  /** The one line of goods: name and value of each column. */
  readonly columns: readonly Fact[];
  readonly total: Fact;
  readonly notes: readonly string[];
  readonly service: { readonly name: string; readonly version: string };
}

export interface Party {
  readonly heading: string;
  readonly lines: readonly string[];
}
