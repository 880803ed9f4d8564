/** Position of a page's last document, where the next page begins. */
export interface DocumentCursor {
  readonly createdAt: Date;
  /** Orders documents of the same millisecond. */
  readonly seq: number;
}

const WRITTEN = /^(\d{1,15})\.(\d{1,15})$/;

/** Text for a link. It reveals nothing that the page does not show. */
export const writeCursor = ({ createdAt, seq }: DocumentCursor): string =>
  `${createdAt.getTime()}.${seq}`;

/** Undefined for any other text. */
export function readCursor(text: string): DocumentCursor | undefined {
  const [, ms, seq] = WRITTEN.exec(text) ?? [];
  const createdAt = new Date(Number(ms));
  return Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, seq: Number(seq) };
}
