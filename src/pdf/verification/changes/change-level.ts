/** From no change to one that no rule permits. */
const LEVELS = ['none', 'evidence', 'signed', 'placed', 'filled', 'other'] as const;

/**
 * `none`: nothing a reader could see. `evidence`: proof for later checks. `signed`: a signature in
 * a field that was empty at the first signature. `placed`: a visible new field, or a signature in
 * one, which may cover signed content. `filled`: form or metadata values. `other`: anything else.
 */
export type ChangeLevel = (typeof LEVELS)[number];

export function exceeds(level: ChangeLevel, other: ChangeLevel): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(other);
}
