import { phoneDigits } from '../../contract/check-signers.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** The only allowed recipients, as patterns of email (`*@example.in`) and phone (`98765*`). */
export interface RecipientAllowList {
  readonly profile: string;
  readonly patterns: readonly string[];
}

export interface AllowedRecipient {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string;
}

const isEmailPattern = (pattern: string): boolean => pattern.includes('@');
const PHONE_PATTERN = /^[+*\d\s().-]*\d[*\d\s().-]*$/;
/** Requires text on both sides of the @, and a letter or digit. */
const EMAIL_PATTERN = /^(?=.*[\p{L}\p{N}])[^@\s]+@[^@\s]+$/u;

/** Normalizes a pattern. Throws a `CliError` (exit 2) if it is invalid or matches everybody. */
export function readPattern(text: string): string {
  const pattern = text.trim().normalize('NFC').toLowerCase();
  if (EMAIL_PATTERN.test(pattern)) return pattern;
  if (PHONE_PATTERN.test(pattern)) return phoneDigits(pattern);
  throw new CliError({
    code: 'invalid_pattern',
    what: `"${text}" is not a recipient pattern`,
    why: 'a pattern is an email or phone in which * matches any characters, such as *@example.in or 98765*',
    next: 'esign profile set --help',
    exitCode: EXIT.usage,
  });
}

/** `*` does not match an @, so `*@example.in` covers only that domain. */
function matches(text: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^@]*')}$`, 'u').test(text);
}

/** Without a full stop, or undefined. One email and one phone pattern must match, if listed. */
export function recipientProblem(
  recipient: AllowedRecipient,
  list: RecipientAllowList,
): string | undefined {
  const email = (recipient.email ?? '').normalize('NFC').toLowerCase();
  const emails = list.patterns.filter(isEmailPattern);
  const phones = list.patterns.filter((pattern) => !isEmailPattern(pattern));
  const allows = `profile "${list.profile}" allows`;
  if (list.patterns.length === 0) return `${allows} nobody`;
  if (emails.length > 0 && !emails.some((pattern) => matches(email, pattern)))
    return `${email || 'no email'} is not allowed; ${allows} ${emails.join(', ')}`;
  if (phones.length > 0 && !phones.some((pattern) => matches(recipient.phone, pattern)))
    return `${recipient.phone} is not allowed; ${allows} ${phones.join(', ')}`;
  return undefined;
}

export function recipientProblems(
  recipients: readonly AllowedRecipient[],
  list: RecipientAllowList | undefined,
): string[] {
  if (!list) return [];
  return recipients.flatMap((recipient, at) => {
    const problem = recipientProblem(recipient, list);
    return problem === undefined ? [] : [`signer ${at + 1} (${recipient.name}): ${problem}`];
  });
}

/** Throws a `CliError` (exit 2) naming every signer that the profile does not allow. */
export function checkRecipients(
  recipients: readonly AllowedRecipient[],
  list: RecipientAllowList | undefined,
): void {
  const problems = recipientProblems(recipients, list);
  if (!list || problems.length === 0) return;
  const only = problems.length === 1 ? problems[0] : undefined;
  const some = only !== undefined ? 'a signer is' : `${problems.length} signers are`;
  throw new CliError({
    code: 'recipient_not_allowed',
    what: `${some} not on the recipient allow-list of profile "${list.profile}"; nothing was sent`,
    why: only,
    faults: only === undefined ? problems.map((problem) => ({ problem })) : undefined,
    next: `esign profile show ${list.profile}`,
    exitCode: EXIT.usage,
  });
}
