import type { TNull, TSchema, TUnion } from 'typebox';
import { Type } from 'typebox';

/** An ISO 8601 date and time. */
export const DateTime = Type.String({
  format: 'date-time',
  examples: ['2026-11-20T12:04:31.512Z'],
});

/** The id of a document. */
export const Uuid = Type.String({
  format: 'uuid',
  examples: ['5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11'],
});

/** A value of the schema, or null. */
export const Nullable = <T extends TSchema>(schema: T): TUnion<[T, TNull]> =>
  Type.Union([schema, Type.Null()]);
