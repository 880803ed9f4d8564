/** How far a change goes beyond what was signed, from nothing to what no rule permits. */
const LEVELS = ['none', 'evidence', 'signed', 'placed', 'filled', 'other'] as const;

/**
 * `none`: nothing that a reader could see. `evidence`: proof for later checks. `signed`: a signature in a field that was
 * there, empty, when the first signature was made. `placed`: one in a new field that can be seen, or that field: it may cover
 * what was signed. `filled`: a form or its metadata was filled in. `other`: anything else.
 */
export type Level = (typeof LEVELS)[number];

/** Whether a level goes further than another. */
export function exceeds(level: Level, other: Level): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(other);
}
