import type { Mail } from './outbox.ts';

/** What a mail to a signer tells; names are given as they came and made safe here. */
export interface CompletedMail {
  /** Address of the signer. */
  readonly to: string;
  readonly signerName: string;
  readonly documentName: string;
  /** The signer's own link: authority to sign, so it goes to nobody else. */
  readonly signUrl: string;
}

/** What a mail that asks for a signature tells beside that. */
export interface SigningLinkMail extends CompletedMail {
  /** Who the document comes from. */
  readonly senderName: string;
  /** From 1. */
  readonly signingOrder: number;
  readonly signerCount: number;
}

interface Letter {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
  readonly footer: string;
}

/** Most characters of a name in a mail. */
const NAME_LENGTH = 120;
/** Controls, line separators and marks that turn the direction of what follows. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A name on one line, cut to a length that fits a subject. */
function named(text: string): string {
  const characters = [...text.replace(UNSAFE, ' ').replace(/ {2,}/g, ' ').trim()];
  if (characters.length <= NAME_LENGTH) return characters.join('');
  return `${characters.slice(0, NAME_LENGTH - 1).join('')}…`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function asText({ greeting, paragraphs, link, footer }: Letter): string {
  const blocks = [greeting, ...paragraphs, `${link.label}:\n${link.url}`, `--\n${footer}`];
  return `${blocks.join('\n\n')}\n`;
}

const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none';

function asHtml({ subject, greeting, paragraphs, link, footer }: Letter): string {
  const url = escaped(link.url);
  const lines = [greeting, ...paragraphs].map((line) => `<p dir="auto">${escaped(line)}</p>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:0 auto;padding:24px">
${lines.join('\n')}
<p><a href="${url}" style="${BUTTON}">${escaped(link.label)}</a></p>
<p style="font-size:14px">If the button does not work, open this link:<br>
<a href="${url}" style="overflow-wrap:anywhere">${url}</a></p>
<p style="font-size:14px;opacity:0.75">${escaped(footer)}</p>
</body>
</html>
`;
}

function mailOf(kind: Mail['kind'], to: string, letter: Letter): Mail {
  return { kind, to, subject: letter.subject, text: asText(letter), html: asHtml(letter) };
}

const PERSONAL =
  'This link is yours alone: whoever has it can sign in your name, so please do not forward this mail. If you did not expect it, you can ignore it.';

function turnOf({ signingOrder, signerCount }: SigningLinkMail): string {
  if (signerCount === 1) return 'You are the only signer.';
  const place = `You are signer ${signingOrder} of ${signerCount}.`;
  if (signingOrder === 1) return `${place} You can sign now.`;
  return `${place} Signing is in order: until it is your turn, the link shows who is to sign first.`;
}

/** The mail that brings a signer their link, once the document is sent. */
export function signingLinkMail(about: SigningLinkMail): Mail {
  const document = named(about.documentName);
  return mailOf('signing-link', about.to, {
    subject: `Please sign: ${document}`,
    greeting: `Hello ${named(about.signerName)},`,
    paragraphs: [`${named(about.senderName)} asks you to sign “${document}”.`, turnOf(about)],
    link: { label: 'Read and sign', url: about.signUrl },
    footer: PERSONAL,
  });
}

/** The mail that tells a signer that everybody has signed, and where the signed PDF is. */
export function completedMail(about: CompletedMail): Mail {
  const document = named(about.documentName);
  return mailOf('completed', about.to, {
    subject: `Signed by everyone: ${document}`,
    greeting: `Hello ${named(about.signerName)},`,
    paragraphs: [
      `Everybody has signed “${document}”. Nothing is left for you to do.`,
      'The link below leads to the signed PDF; keep a copy of it.',
    ],
    link: { label: 'Open the signed document', url: about.signUrl },
    footer: 'This link is yours alone; please do not forward this mail.',
  });
}
