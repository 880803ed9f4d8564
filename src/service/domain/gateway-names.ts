import type { InEachLanguage } from '../../languages/languages.ts';

/** The names by which signers know a gateway, on pages, in mails and in the text that they consent to. */
export interface NamesOfGateway {
  /** The certifying authority. */
  readonly authority: string;
  /** The identity that it checks, such as `Aadhaar`: people read "your Aadhaar number" and "your Aadhaar record". */
  readonly identity: string;
}

/** The same in each language. */
export type GatewayNames = InEachLanguage<NamesOfGateway>;
