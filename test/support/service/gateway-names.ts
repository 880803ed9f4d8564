import type { GatewayNames } from '../../../src/service/core/signing/breaker.rules.ts';

/** An invented authority. */
export const NAMES: GatewayNames = {
  en: { authority: 'First CA', identity: 'Aadhaar' },
  hi: { authority: 'पहला CA', identity: 'आधार' },
};
