import type { TNull, TSchema, TUnion } from 'typebox';
import { Type } from 'typebox';

/** ISO 8601 date and time. */
export const DateTime = Type.String({
  format: 'date-time',
  examples: ['2026-11-20T12:04:31.512Z'],
});

/** A UUID, as documents are identified. */
export const Uuid = Type.String({
  format: 'uuid',
  examples: ['5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11'],
});

/** The schema's value or null. */
export const Nullable = <T extends TSchema>(schema: T): TUnion<[T, TNull]> =>
  Type.Union([schema, Type.Null()]);
