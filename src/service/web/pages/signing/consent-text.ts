import { createHash } from 'node:crypto';
import { html } from '../../../../html/html.ts';
import type { SigningView } from '../../../core/links/signing-view.ts';
import type { Consent } from '../../../core/signing/signature.rules.ts';
import type { Reader } from '../language.ts';

/** Increase with every change to the words that signers agree to. */
const VERSION = 2;

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const asPlain = (markup: string): string =>
  markup.replace(/<[^>]+>/g, '').replace(/&[#\w]+;/g, (entity) => CHARACTERS[entity] ?? entity);

/** What a signer agrees to, without markup, with the name that their signature will show. */
export function agreedText(
  { gateway, sheets, signerName }: Pick<SigningView, 'gateway' | 'sheets' | 'signerName'>,
  shownName: string | null,
  { language, words: { turn } }: Reader,
): string {
  const name = shownName ?? signerName;
  const sentences = [turn.as(name), turn.agreement(sheets.length), turn.consent(gateway[language])];
  return asPlain(html`${sentences.map((one) => html`${one} `)}`.text).trim();
}

/** Version, language and SHA-256 (UTF-8) of that text. */
export function consentText(...agreed: Parameters<typeof agreedText>): Consent['text'] {
  const [, , { language }] = agreed;
  const sha256 = createHash('sha256')
    .update(agreedText(...agreed))
    .digest('hex');
  return { version: VERSION, language, sha256 };
}
