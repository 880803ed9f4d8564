/** Where a rectangle goes: below, above or to the right of words, or over them. */
export type Side = 'below' | 'above' | 'right' | 'over';

/** A rectangle on a page as displayed, in points from its bottom left. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle beside words. */
export interface WordSpot extends Rect {
  readonly side: Side;
  /** Whether it covers nothing but white space and rules; unknown for a side that was asked for. */
  readonly isFree?: boolean;
}

/** The matches for one placement by words. */
export interface WordPlaces {
  readonly count: number;
  /** The first hits: page and line from 1, and what the line says. */
  readonly hits: ReadonlyArray<{
    readonly page: number;
    readonly line: number;
    readonly text: string;
  }>;
  /** Undefined unless one hit is the one asked for. */
  readonly chosen?: { readonly page: number; readonly spots: readonly WordSpot[] } | undefined;
}

/** Words that a rectangle of a size in points is to stand beside. */
export interface WordsToFind {
  readonly words: string;
  /** Which of several hits, from 1; undefined if there must be one only. */
  readonly which: number | 'last' | undefined;
  /** Undefined for the first free one of below, above and right. */
  readonly side: Side | undefined;
  readonly width: number;
  readonly height: number;
}

/** The matches, in the order asked for. */
export interface FoundWords {
  readonly pages: number;
  /** Number of pages without text. */
  readonly textless: number;
  readonly answers: readonly WordPlaces[];
}

/** Finds words in a PDF; undefined if it cannot be read. */
export type FindWords = (
  pdf: Uint8Array,
  wanted: readonly WordsToFind[],
) => Promise<FoundWords | undefined>;
