import type { Static } from 'typebox';
import { Type } from 'typebox';
import { LIMITS, PHONE_PATTERN } from './limits.ts';
import { Advanced } from './placement.ts';
import { DateTime, Nullable } from './primitives.ts';

const signerId = Type.String({ examples: ['sgn_4q1m8v0d2k7x'] });
const name = Type.String({ examples: ['Asha Rao'] });
const email = Nullable(Type.String({ examples: ['asha@example.in'] }));
const signingOrder = Type.Integer({
  minimum: 1,
  description: 'order in which signers were added, and in which they sign',
  examples: [1],
});

/** A person to sign, as a client names them. */
export const SignerInput = Type.Object(
  {
    name: Type.String({ minLength: 1, examples: ['Asha Rao'] }),
    phone: Type.String({
      pattern: PHONE_PATTERN,
      minLength: LIMITS.phoneDigits,
      description: 'digits only, at least 10',
      examples: ['9876543210'],
    }),
    email: Type.String({
      format: 'email',
      description: 'the signing link is emailed here',
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

/** A signer as the answer to add-signers shows them. */
export const AddedSigner = Type.Object(
  { signerId, name, email, signingOrder, advanced: Type.Optional(Advanced) },
  { $id: 'AddedSigner' },
);
export type AddedSigner = Static<typeof AddedSigner>;

/** The answer to add-signers. */
export const AddedSigners = Type.Object(
  { signers: Type.Array(AddedSigner) },
  { $id: 'AddedSigners' },
);
export type AddedSigners = Static<typeof AddedSigners>;

/** A signer with their link, as the answer to send shows them. */
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

/** A signer's progress, as retrieve shows it. */
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

/** A signer's progress, as webhook events carry it. */
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
