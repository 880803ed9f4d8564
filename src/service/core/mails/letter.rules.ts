import { withoutUnsafe } from '../../../contract/unsafe-characters.ts';
import type { InEachLanguage, Language } from '../../../languages/languages.ts';
import { LANGUAGE_CODES } from '../../../languages/languages.ts';
import type { GatewayNames } from '../signing/breaker.rules.ts';

/** A mail in one language. Every name fits on one line. */
export interface Letter {
  readonly language: Language;
  /** The subject's words, without names. */
  readonly subject: string;
  /** The preheader: shown beside the subject in mail programs. */
  readonly preview: string;
  /** Points from the mail's first language to this one, below it. */
  readonly below: string;
  readonly test: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** The link's label; empty without a link. */
  readonly action: string;
  /** Beside the link: where it leads, in words. */
  readonly opens: string;
  readonly signersTitle: string;
  /** Empty in a mail that is not about a document. */
  readonly signers: readonly { readonly name: string; readonly status: string }[];
  readonly stepsTitle: string;
  readonly steps: readonly string[];
  readonly cautions: readonly string[];
  readonly footer: string;
  /** The sender's own pages, below the footer. */
  readonly pages: readonly { readonly label: string; readonly url: string }[];
}

/** `asked` and `later` differ by whether it is the signer's turn. */
export type Occasion = 'asked' | 'later' | 'your-turn' | 'reminder' | 'completed' | 'withdrawn';

/** Facts for a letter to a signer. Every name fits on one line. */
export interface LetterFacts {
  readonly occasion: Occasion;
  readonly you: string;
  readonly sender: string;
  /** The sender's message to every signer; null for none. */
  readonly message: string | null;
  /** Null where nobody reads replies. */
  readonly replyTo: string | null;
  readonly helpUrl: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  readonly document: string;
  readonly gateway: GatewayNames;
  /** Host of the link, such as `esign.example.in`. */
  readonly host: string;
  readonly signers: readonly {
    readonly name: string;
    readonly signedAt: Date | null;
    readonly isYou: boolean;
  }[];
  /** Earlier signers who have not signed yet. */
  readonly before: readonly string[];
  /** The signer right before this one; undefined for the first. */
  readonly previous: string | undefined;
  readonly after: number;
  readonly turnSince: Date;
  readonly linkUntil: Date | null;
  /** Why the sender withdrew the document; empty unless they did. */
  readonly reason: string;
}

/** The account's language first. */
export const lettersIn = (first: Language, write: InEachLanguage<() => Letter>): Letter[] =>
  [first, ...LANGUAGE_CODES.filter((code) => code !== first)].map((code) => write[code]());

const NAME_LENGTH = 120;

/** Fits a name on one line of at most 120 characters, or as many as given. */
export function oneLine(text: string, most: number = NAME_LENGTH): string {
  const characters = [...withoutUnsafe(text).replace(/ {2,}/g, ' ').trim()];
  if (characters.length <= most) return characters.join('');
  return `${characters.slice(0, most - 1).join('')}…`;
}

/** Of every mail that the service sends for itself, not for a sender. */
export const OWN_WORDS: InEachLanguage<{
  readonly hello: (name: string) => string;
  readonly opens: (host: string) => string;
  readonly frame: Pick<Letter, 'below' | 'footer'>;
}> = {
  en: {
    hello: (name) => `Hello ${name},`,
    opens: (host) => `Opens ${host}`,
    frame: {
      below: 'In English: see below.',
      footer: 'esign sent this email automatically. Replies to this address are not read.',
    },
  },
  hi: {
    hello: (name) => `नमस्ते ${name},`,
    opens: (host) => `${host} पर खुलेगा`,
    frame: {
      below: 'हिन्दी में: नीचे पढ़ें।',
      footer: 'यह ईमेल esign ने अपने-आप भेजा है। इस पते पर आए उत्तर पढ़े नहीं जाते।',
    },
  },
};

type OccasionWords = Pick<
  Letter,
  'subject' | 'title' | 'paragraphs' | 'action' | 'signersTitle' | 'stepsTitle' | 'steps'
>;

/** A language's words of mails to signers. */
export interface SignerWords {
  readonly language: Language;
  readonly occasions: Readonly<Record<Occasion, (facts: LetterFacts) => OccasionWords>>;
  /** The preheader of a mail that asks for a signature. */
  readonly preview: string;
  readonly message: (sender: string, message: string) => string;
  readonly test: string;
  readonly statusOf: (signer: LetterFacts['signers'][number]) => string;
  readonly cautionsOf: (facts: LetterFacts) => string[];
  readonly footerOf: (facts: LetterFacts) => string;
  readonly labels: Readonly<Record<'helpUrl' | 'privacyUrl' | 'termsUrl', string>>;
}

export function letterIn(words: SignerWords, facts: LetterFacts): Letter {
  const { occasion, you, sender, message, signers, helpUrl, privacyUrl, termsUrl } = facts;
  const { language, test, labels } = words;
  const { hello, opens, frame } = OWN_WORDS[language];
  const { paragraphs, ...said } = words.occasions[occasion](facts);
  const isAsking = occasion !== 'completed' && occasion !== 'withdrawn';
  const own = isAsking && message ? [words.message(sender, message)] : [];
  return {
    ...{ ...said, language, test },
    preview: isAsking ? words.preview : paragraphs.join(' '),
    paragraphs: [hello(you), ...paragraphs, ...own],
    below: frame.below,
    opens: opens(facts.host),
    signers: signers.map((signer) => ({ name: signer.name, status: words.statusOf(signer) })),
    cautions: words.cautionsOf(facts),
    footer: words.footerOf(facts),
    pages: [
      { label: labels.helpUrl, url: helpUrl },
      { label: labels.privacyUrl, url: privacyUrl },
      { label: labels.termsUrl, url: termsUrl },
    ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }])),
  };
}
