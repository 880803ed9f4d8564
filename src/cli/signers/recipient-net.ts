import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { phoneDigits } from './signer-grammar.ts';

/** The recipients that a profile allows: patterns of email (`*@example.in`) and phone (`98765*`). */
export interface RecipientNet {
  /** Name of the profile. */
  readonly profile: string;
  readonly patterns: readonly string[];
}

/** Whoever is to get a link, as far as a net looks at them. */
export interface Recipient {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string;
}

const isEmailPattern = (pattern: string): boolean => pattern.includes('@');
const PHONE_PATTERN = /^[+*\d\s().-]*\d[*\d\s().-]*$/;
/** Something before the @ and something after it, of which a letter or digit is given. */
const EMAIL_PATTERN = /^(?=.*[\p{L}\p{N}])[^@\s]+@[^@\s]+$/u;

/** One pattern as it is compared. Throws a `CliError` (exit 2) for what is none, or would let everybody through. */
export function readPattern(text: string): string {
  const pattern = text.trim().normalize('NFC').toLowerCase();
  if (EMAIL_PATTERN.test(pattern)) return pattern;
  if (PHONE_PATTERN.test(pattern)) return phoneDigits(pattern);
  throw new CliError({
    code: 'invalid_pattern',
    what: `"${text}" is no pattern of recipients`,
    why: 'a pattern is an email or a phone, in which * stands for any characters: *@example.in, 98765*',
    next: 'esign profile set --help',
    exitCode: EXIT.usage,
  });
}

/** An asterisk stands for any characters but an @: `*@example.in` is about that domain only. */
function matches(text: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^@]*')}$`, 'u').test(text);
}

/**
 * Why somebody may not be sent anything, as a sentence without a full stop; undefined when they may. Where patterns of
 * emails are given one of them must match, and where patterns of phones are given one of those too. Pure.
 */
export function recipientProblem(recipient: Recipient, net: RecipientNet): string | undefined {
  const email = (recipient.email ?? '').normalize('NFC').toLowerCase();
  const emails = net.patterns.filter(isEmailPattern);
  const phones = net.patterns.filter((pattern) => !isEmailPattern(pattern));
  const allows = `profile "${net.profile}" allows`;
  if (net.patterns.length === 0) return `${allows} nobody`;
  if (emails.length > 0 && !emails.some((pattern) => matches(email, pattern)))
    return `${email || 'no email'} is not what ${allows}: ${emails.join(', ')}`;
  if (phones.length > 0 && !phones.some((pattern) => matches(recipient.phone, pattern)))
    return `${recipient.phone} is not what ${allows}: ${phones.join(', ')}`;
  return undefined;
}

/** What stands against each of the recipients, told of the signer; empty when nothing does. Pure. */
export function recipientProblems(
  recipients: readonly Recipient[],
  net: RecipientNet | undefined,
): string[] {
  if (!net) return [];
  return recipients.flatMap((recipient, at) => {
    const problem = recipientProblem(recipient, net);
    return problem === undefined ? [] : [`signer ${at + 1} (${recipient.name}): ${problem}`];
  });
}

/** Throws a `CliError` (exit 2) that names every signer whom the profile does not allow; nothing was sent. */
export function checkRecipients(
  recipients: readonly Recipient[],
  net: RecipientNet | undefined,
): void {
  const problems = recipientProblems(recipients, net);
  if (!net || problems.length === 0) return;
  const only = problems.length === 1 ? problems[0] : undefined;
  const some = only !== undefined ? 'a signer is' : `${problems.length} signers are`;
  throw new CliError({
    code: 'recipient_not_allowed',
    what: `${some} not among the recipients that profile "${net.profile}" allows; nothing was sent`,
    why: only,
    faults: only === undefined ? problems.map((problem) => ({ problem })) : undefined,
    next: `esign profile show ${net.profile}`,
    exitCode: EXIT.usage,
  });
}
