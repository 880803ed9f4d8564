import type { Mail } from '../outbox.ts';
import { inEnglish } from './english.ts';
import { inHindi } from './hindi.ts';
import type { Occasion, Telling } from './letter.ts';
import { htmlOf } from './letter-html.ts';
import { textOf } from './letter-text.ts';
import type { MailFacts } from './mail-facts.ts';
import { oneLine } from './safe-text.ts';

function occasionOf({ kind, turnSince }: MailFacts): Occasion {
  if (kind !== 'signing-link') return kind;
  return turnSince ? 'asked' : 'later';
}

function tellingOf(facts: MailFacts): Telling {
  const signers = facts.signers.map((signer) => ({ ...signer, name: oneLine(signer.name) }));
  const place = signers.findIndex(({ isYou }) => isYou);
  const before = signers.slice(0, place);
  return {
    occasion: occasionOf(facts),
    you: signers[place]?.name ?? '',
    sender: oneLine(facts.senderName),
    document: oneLine(facts.documentName),
    host: new URL(facts.signUrl).host,
    signers,
    before: before.filter(({ signedAt }) => !signedAt).map(({ name }) => name),
    previous: before.at(-1)?.name,
    after: signers.length - place - 1,
    turnSince: facts.turnSince ?? facts.now,
  };
}

/**
 * Writes a mail to a signer: in English and beneath it in Hindi, since nothing says which of them the signer reads; as
 * HTML and as text.
 */
export function mailOf(facts: MailFacts): Mail {
  const { kind, to, signUrl: url, isTest, now } = facts;
  const telling = tellingOf(facts);
  const letters = [inEnglish(telling), inHindi(telling)];
  const subject = `${letters.map((letter) => letter.subject).join(' / ')}: ${telling.document}`;
  return {
    kind,
    from: `${telling.sender} via esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: telling.you,
    at: now.toISOString(),
    subject,
    text: textOf(letters, { url, isTest }),
    html: htmlOf(letters, { url, isTest, subject }),
  };
}
