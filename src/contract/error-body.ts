import type { Static } from 'typebox';
import { Type } from 'typebox';
import { ERRORS } from './errors.ts';

/** The body of every error response (specification, section 7). */
export const ErrorBody = Type.Object(
  {
    error: Type.Union([Type.Enum(Object.keys(ERRORS), { type: 'string' }), Type.String()], {
      description: 'machine-readable code; a later version may have more',
      examples: ['invalid_state'],
    }),
    message: Type.String({
      description: 'human-readable text',
      examples: ['The document is already SENT.'],
    }),
  },
  { $id: 'ErrorBody' },
);
export type ErrorBody = Static<typeof ErrorBody>;
