/** Relative to the words; `over` covers them. */
export type WordSide = 'below' | 'above' | 'right' | 'over';

/** On a page as displayed, in points from its bottom left. */
export interface WordRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WordSpot extends WordRect {
  readonly side: WordSide;
  /** Whether it covers only white space and rules; unknown for a requested side. */
  readonly isFree?: boolean;
}

export interface WordPlaces {
  readonly count: number;
  /** The first hits; page and line from 1, text of the line. */
  readonly hits: ReadonlyArray<{
    readonly page: number;
    readonly line: number;
    readonly text: string;
  }>;
  /** Undefined unless exactly one hit is meant. */
  readonly chosen?: { readonly page: number; readonly spots: readonly WordSpot[] } | undefined;
}

/** The rectangle's size is in points. */
export interface WordsToFind {
  readonly words: string;
  /** Which of several hits, from 1; undefined if there must be only one. */
  readonly which: number | 'last' | undefined;
  /** Undefined for the first free one of below, above and right. */
  readonly side: WordSide | undefined;
  readonly width: number;
  readonly height: number;
}

/** Answers are in the order of the request. */
export interface FoundWords {
  readonly pages: number;
  readonly textless: number;
  readonly answers: readonly WordPlaces[];
}

export type FindWords = (
  pdf: Uint8Array,
  wanted: readonly WordsToFind[],
) => Promise<FoundWords | undefined>;
