import type { Static } from 'typebox';
import { Type } from 'typebox';

/** The body of every error response (specification, section 7). */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'machine-readable code', examples: ['invalid_state'] }),
    message: Type.String({
      description: 'human-readable text',
      examples: ['The document is already SENT.'],
    }),
  },
  { $id: 'ErrorBody' },
);
export type ErrorBody = Static<typeof ErrorBody>;
