/** One language's whole mail, as plain words; names in it are safe to print on one line. */
export interface Letter {
  readonly language: 'en' | 'hi';
  /** What the subject says before the document's name. */
  readonly subject: string;
  /** What a mail program shows beside the subject. */
  readonly preview: string;
  /** Says, at the top of the mail, that it is there in this language too. */
  readonly below: string;
  readonly test: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** What the link is called; says nothing where there is none. */
  readonly action: string;
  /** Stands before the link where it is written out. */
  readonly orOpen: string;
  readonly signersTitle: string;
  /** None in a mail that is about no document. */
  readonly signers: readonly { readonly name: string; readonly status: string }[];
  readonly stepsTitle: string;
  readonly steps: readonly string[];
  readonly cautions: readonly string[];
  readonly footer: string;
}

/** What a mail is about, the first asking split by whether it is the signer's turn. */
export type Occasion = 'asked' | 'later' | 'your-turn' | 'reminder' | 'completed';

/** The words of an occasion. */
export type Opening = Pick<
  Letter,
  'subject' | 'title' | 'paragraphs' | 'action' | 'signersTitle' | 'stepsTitle' | 'steps'
>;

/** What the words are filled with; every name is on one line. */
export interface Telling {
  readonly occasion: Occasion;
  readonly you: string;
  readonly sender: string;
  readonly document: string;
  /** Where the link leads, such as `esign.example.in`. */
  readonly host: string;
  readonly signers: readonly {
    readonly name: string;
    readonly signedAt: Date | null;
    readonly isYou: boolean;
  }[];
  /** Who is still to sign before the signer. */
  readonly before: readonly string[];
  /** Who signed right before the signer; undefined for the first. */
  readonly previous: string | undefined;
  /** How many sign after the signer. */
  readonly after: number;
  /** Since when it is the signer's turn. */
  readonly turnSince: Date;
}

/** A day in India, in words. */
export function dayIn(language: Letter['language'], time: Date): string {
  const options = { dateStyle: 'long', timeZone: 'Asia/Kolkata' } as const;
  return new Intl.DateTimeFormat(`${language}-IN`, options).format(time);
}
