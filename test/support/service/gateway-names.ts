import type { GatewayNames } from '../../../src/service/domain/gateway-names.ts';

/** An invented authority. */
export const NAMES: GatewayNames = {
  en: { authority: 'First CA', identity: 'Aadhaar' },
  hi: { authority: 'पहला CA', identity: 'आधार' },
};
