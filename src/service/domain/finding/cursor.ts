/** Where the next page of documents begins: behind the last one of this page. */
export interface DocumentCursor {
  readonly createdAt: Date;
  /** Orders documents of the same millisecond. */
  readonly seq: number;
}

const WRITTEN = /^(\d{1,15})\.(\d{1,15})$/;

/** A cursor as text, for a link. It says nothing that the page itself does not show. */
export const writeCursor = ({ createdAt, seq }: DocumentCursor): string =>
  `${createdAt.getTime()}.${seq}`;

/** Reads a cursor; undefined for any other text. */
export function readCursor(text: string): DocumentCursor | undefined {
  const [, ms, seq] = WRITTEN.exec(text) ?? [];
  const createdAt = new Date(Number(ms));
  return Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, seq: Number(seq) };
}
