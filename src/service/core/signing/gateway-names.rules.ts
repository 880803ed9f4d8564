import type { InEachLanguage } from '../../../languages/languages.ts';

/** Names of a gateway on pages, in mails and in the consent text. */
export interface NamesOfGateway {
  readonly authority: string;
  /** Such as `Aadhaar`, for "your Aadhaar number" and "your Aadhaar record". */
  readonly identity: string;
}

export type GatewayNames = InEachLanguage<NamesOfGateway>;
