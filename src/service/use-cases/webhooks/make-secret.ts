import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 24;

/** A fresh secret for the signatures of an endpoint's deliveries. */
export const makeSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
