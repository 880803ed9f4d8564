import { LIMITS } from '../../../contract/limits.ts';

/** A page of the list, within the limits of the API. */
export interface ListQuery {
  /** From 1 to 100. */
  readonly limit: number;
  /** Documents to skip, 0 or more. */
  readonly offset: number;
}

const WHOLE_NUMBER = /^[+-]?\d+$/;

function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  return typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : undefined;
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/**
 * Never fails (specification, section 4.2). Numbers are decimal, with an optional sign, given once.
 * `limit` defaults to 20, clamped to 1..100; an invalid or negative `offset` is 0.
 */
export function readListQuery(query: Readonly<Record<string, unknown>>): ListQuery {
  const limit = wholeNumber(query.limit) ?? LIMITS.listDefault;
  const offset = wholeNumber(query.offset) ?? 0;
  return {
    limit: clamp(limit, 1, LIMITS.listMax),
    offset: clamp(offset, 0, Number.MAX_SAFE_INTEGER),
  };
}
