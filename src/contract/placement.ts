import type { Static } from 'typebox';
import { Type } from 'typebox';
import { LIMITS } from './limits.ts';

/** A signature rectangle, in PDF points of the page as displayed, from its bottom left corner. */
export const SignaturePosition = Type.Object(
  {
    page: Type.Integer({ minimum: 1, description: '1-based page index', examples: [1] }),
    x: Type.Number({ description: 'left edge in PDF points', examples: [72] }),
    y: Type.Number({
      description: 'bottom edge in PDF points, from the bottom left corner of the page',
      examples: [96],
    }),
    width: Type.Number({
      minimum: LIMITS.placementWidth,
      description: 'PDF points',
      examples: [180],
    }),
    height: Type.Number({
      minimum: LIMITS.placementHeight,
      description: 'PDF points',
      examples: [120],
    }),
  },
  { $id: 'SignaturePosition' },
);
export type SignaturePosition = Static<typeof SignaturePosition>;

/** Where a signature is drawn: one rectangle per page. */
export const SignaturePlacement = Type.Object(
  {
    positions: Type.Array(SignaturePosition, {
      minItems: 1,
      maxItems: LIMITS.placementsPerSigner,
      description: 'one rectangle per page; duplicate pages are rejected',
    }),
  },
  { $id: 'SignaturePlacement' },
);
export type SignaturePlacement = Static<typeof SignaturePlacement>;

/** Advanced options of a signer; unknown ones are rejected. */
export const Advanced = Type.Object(
  { signaturePlacement: Type.Optional(SignaturePlacement) },
  { $id: 'Advanced', additionalProperties: false },
);
export type Advanced = Static<typeof Advanced>;
