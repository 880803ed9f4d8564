import type { Static } from 'typebox';
import { Type } from 'typebox';
import { EMAIL_PATTERN, LIMITS, PHONE_PATTERN } from './limits.ts';
import { Advanced } from './placement.ts';
import { DateTime, Nullable } from './primitives.ts';

const signerId = Type.String({ examples: ['sgn_4q1m8v0d2k7x'] });
const name = Type.String({ examples: ['Asha Rao'] });
const email = Nullable(Type.String({ examples: ['asha@example.in'] }));
const signingOrder = Type.Integer({
  minimum: 1,
  description: 'position in the signing order, which is the order in which signers were added',
  examples: [1],
});

/** A signer to add. */
export const SignerInput = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: LIMITS.signerNameLength,
      examples: ['Asha Rao'],
    }),
    phone: Type.String({
      pattern: PHONE_PATTERN,
      minLength: LIMITS.phoneDigits,
      maxLength: LIMITS.phoneMostDigits,
      description: 'digits only, 10 to 20',
      examples: ['9876543210'],
    }),
    email: Type.String({
      format: 'email',
      pattern: EMAIL_PATTERN,
      maxLength: LIMITS.emailLength,
      description: 'the signing link is emailed here; at most 64 characters before the @',
      examples: ['asha@example.in'],
    }),
    advanced: Type.Optional(Advanced),
  },
  { $id: 'SignerInput' },
);
export type SignerInput = Static<typeof SignerInput>;

/** The body of an add-signers request. */
export const AddSignersRequest = Type.Object(
  {
    signers: Type.Array(SignerInput, { minItems: 1, maxItems: LIMITS.signersPerDocument }),
  },
  { $id: 'AddSignersRequest' },
);
export type AddSignersRequest = Static<typeof AddSignersRequest>;

/** A signer in the response to add-signers. */
export const AddedSigner = Type.Object(
  { signerId, name, email, signingOrder, advanced: Type.Optional(Advanced) },
  { $id: 'AddedSigner' },
);
export type AddedSigner = Static<typeof AddedSigner>;

/** The response to add-signers. */
export const AddedSigners = Type.Object(
  { signers: Type.Array(AddedSigner) },
  { $id: 'AddedSigners' },
);
export type AddedSigners = Static<typeof AddedSigners>;

/** A signer in the response to send, with their signing link. */
export const SentSigner = Type.Object(
  {
    signerId,
    name,
    email,
    signingOrder,
    signUrl: Type.String({
      format: 'uri',
      examples: ['https://esign.example.com/sign/kq3vX0mJ8yWb2rTz'],
    }),
  },
  { $id: 'SentSigner' },
);
export type SentSigner = Static<typeof SentSigner>;

/** A signer and their progress, in the response to retrieve. */
export const DocumentSigner = Type.Object(
  {
    signerId,
    name,
    email,
    phone: Type.String({ examples: ['9876543210'] }),
    signingOrder,
    openedAt: Nullable(DateTime),
    signedAt: Nullable(DateTime),
    hasSigned: Type.Boolean(),
    signUrl: Nullable(
      Type.String({ format: 'uri', description: 'null while the document is PENDING' }),
    ),
    advanced: Type.Optional(Advanced),
  },
  { $id: 'DocumentSigner' },
);
export type DocumentSigner = Static<typeof DocumentSigner>;

/** A signer and their progress, in a webhook event. */
export const WebhookSigner = Type.Object(
  {
    signerId,
    name,
    email,
    signingOrder,
    signedAt: Nullable(DateTime),
    hasSigned: Type.Boolean(),
  },
  { $id: 'WebhookSigner' },
);
export type WebhookSigner = Static<typeof WebhookSigner>;
