import type { AccountSettings } from '../accounts/account.rules.ts';
import { accentsOf } from '../branding/accent.rules.ts';
import type { Logo } from '../branding/logo.rules.ts';
import { readPngParts, shownSize } from '../branding/logo.rules.ts';
import type { GatewayNames } from '../signing/breaker.rules.ts';
import { ENGLISH } from './english.rules.ts';
import { HINDI } from './hindi.rules.ts';
import type { LetterFacts, Occasion } from './letter.rules.ts';
import { letterIn, lettersIn, oneLine } from './letter.rules.ts';
import type { Mail, MailAttachment, SignerNotice } from './mail-notice.rules.ts';
import type { LetterLogo } from './print-letter.rules.ts';
import { printHtml, printText } from './print-letter.rules.ts';

/** Facts for a mail to a signer. Names need not be safe yet. */
export interface MailFacts {
  readonly kind: SignerNotice['kind'];
  readonly to: string;
  readonly sender: Pick<
    AccountSettings,
    'name' | 'replyTo' | 'message' | 'helpUrl' | 'privacyUrl' | 'termsUrl' | 'colour' | 'language'
  >;
  readonly logo?: Logo | undefined;
  readonly documentName: string;
  readonly gateway: GatewayNames;
  /** The signer's own link. It authorises signing, so nobody else may get it. */
  readonly signUrl: string;
  /** All signers in signing order; the mail is for the one who `isYou`. */
  readonly signers: LetterFacts['signers'];
  /** When it became the signer's turn; null before that. */
  readonly turnSince: Date | null;
  /** When the link expires; null for never. */
  readonly linkUntil: Date | null;
  /** Why the sender withdrew the document; null unless they did. */
  readonly reason: string | null;
  readonly isTest: boolean;
  readonly now: Date;
}

function occasionOf({ kind, turnSince }: MailFacts): Occasion {
  if (kind !== 'signing-link') return kind;
  return turnSince ? 'asked' : 'later';
}

function letterFacts(facts: MailFacts): LetterFacts {
  const signers = facts.signers.map((signer) => ({ ...signer, name: oneLine(signer.name) }));
  const place = signers.findIndex(({ isYou }) => isYou);
  const before = signers.slice(0, place);
  return {
    occasion: occasionOf(facts),
    you: signers[place]?.name ?? '',
    ...facts.sender,
    sender: oneLine(facts.sender.name),
    document: oneLine(facts.documentName),
    gateway: facts.gateway,
    host: new URL(facts.signUrl).host,
    signers,
    before: before.filter(({ signedAt }) => !signedAt).map(({ name }) => name),
    previous: before.at(-1)?.name,
    after: signers.length - place - 1,
    turnSince: facts.turnSince ?? facts.now,
    linkUntil: facts.linkUntil,
    reason: facts.reason ?? '',
  };
}

const logoId = ({ hash }: Logo): string => `logo-${hash.slice(0, 16)}@esign`;

/** The logo as shown, and its attachment. */
function logoIn(
  logo: Logo | undefined,
  alt: string,
): { shown?: LetterLogo; file?: MailAttachment } {
  const parts = logo && readPngParts(logo.png);
  if (!logo || !parts) return {};
  const contentId = logoId(logo);
  return {
    shown: { contentId, alt, ...shownSize(parts) },
    file: { fileName: 'logo.png', contentType: 'image/png', content: logo.png, contentId },
  };
}

/** Names in a subject, so that its words stay in sight. */
const SUBJECT_LENGTHS = { sender: 40, document: 80 } as const;

/** In the account's language and below it in the other, since the signer's is unknown. */
export function mailOf(facts: MailFacts): Mail {
  const { kind, to, isTest, now } = facts;
  const named = letterFacts(facts);
  const { sender, document, you } = named;
  const logo = logoIn(facts.logo, sender);
  const look = { accents: accentsOf(facts.sender.colour), logo: logo.shown };
  const print = { isTest, ...look, ...(kind !== 'withdrawn' && { url: facts.signUrl }) };
  const letters = lettersIn(facts.sender.language, {
    en: () => letterIn(ENGLISH, named),
    hi: () => letterIn(HINDI, named),
  });
  const words = letters.map((letter) => letter.subject).join(' / ');
  const from = oneLine(sender, SUBJECT_LENGTHS.sender);
  const about = oneLine(document, SUBJECT_LENGTHS.document);
  const subject = `${from}: ${words} (${about})`;
  return {
    kind,
    from: `${sender} via esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: you,
    replyTo: facts.sender.replyTo,
    at: now.toISOString(),
    subject,
    text: printText(letters, print),
    html: printHtml(letters, { ...print, subject }),
    ...(logo.file && { attachments: [logo.file] }),
  };
}
