import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { EMAIL_PATTERN, LIMITS } from '../../../contract/limits.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import { Nullable } from '../../../contract/primitives.ts';
import { hasUnsafe } from '../../../contract/unsafe-characters.ts';
import { colourProblem } from '../branding/accent.rules.ts';
import { DomainError } from '../domain-error.rules.ts';
import { LINK_DAYS } from '../links/links.rules.ts';
import { RETURN_ORIGINS_RULE, readReturnOrigins } from '../links/return-url.rules.ts';
import { KEEP_DAYS, MAIL_LANGUAGES, NAMES_POLICIES } from './account.rules.ts';

/** In characters. */
const MOST = { name: 200, message: 500, url: 2000 } as const;

const Url = Nullable(Type.String({ format: 'uri', maxLength: MOST.url, pattern: '^https://' }));

export const Email = Type.String({
  format: 'email',
  pattern: EMAIL_PATTERN,
  maxLength: LIMITS.emailLength,
});

/** Null means forever. */
const Days = (minimum: number) => Nullable(Type.Integer({ minimum, maximum: KEEP_DAYS.maximum }));

/** Null clears a setting. */
const SettingsChange = Type.Partial(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: MOST.name, pattern: '\\S' }),
    contactEmail: Nullable(Email),
    replyTo: Nullable(Email),
    message: Nullable(Type.String({ maxLength: MOST.message, pattern: '\\S' })),
    helpUrl: Url,
    privacyUrl: Url,
    termsUrl: Url,
    returnOrigins: Nullable(Type.String({ maxLength: MOST.url })),
    linkDays: Type.Integer({ minimum: LINK_DAYS.minimum, maximum: LINK_DAYS.maximum }),
    newLinks: Type.Boolean(),
    language: Type.Enum([...MAIL_LANGUAGES]),
    names: Type.Enum([...NAMES_POLICIES]),
    colour: Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' })),
    keepCompletedDays: Days(KEEP_DAYS.completed.minimum),
    keepDraftDays: Days(KEEP_DAYS.drafts.minimum),
  }),
  { additionalProperties: false },
);
type SettingsChange = Static<typeof SettingsChange>;

const daysRule = (least: string): string => `must be forever, or a term from ${least} to 100y`;

const URL_RULE = `must be an https URL of at most ${MOST.url} characters`;

const RULES: Readonly<Record<keyof SettingsChange, string>> = {
  name: `must have 1 to ${MOST.name} characters`,
  contactEmail: 'must be an email address',
  replyTo: 'must be an email address',
  message: `must have 1 to ${MOST.message} characters`,
  helpUrl: URL_RULE,
  privacyUrl: URL_RULE,
  termsUrl: URL_RULE,
  returnOrigins: RETURN_ORIGINS_RULE,
  linkDays: `must be a whole number from ${LINK_DAYS.minimum} to ${LINK_DAYS.maximum}`,
  newLinks: 'must be true or false',
  language: `must be ${MAIL_LANGUAGES.join(' or ')}`,
  colour: 'must be a # and six hexadecimal digits, such as #2447c5',
  keepCompletedDays: daysRule('3y'),
  keepDraftDays: daysRule('1d'),
  names: `must be ${NAMES_POLICIES.join(' or ')}`,
};

const isSetting = (name: string): name is keyof SettingsChange => name in RULES;

const refused = (message: string, name?: string): DomainError =>
  new DomainError('invalid_request', message, name);

/** A URL's user and password would show on every page. */
const hasCredentials = (url: string): boolean => {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
};

function checkColour(value: string): void {
  const problem = colourProblem(value);
  if (!problem) return;
  throw refused(
    `colour is too light for white button text or light pages. Try ${problem.darker}.`,
    'colour',
  );
}

function checkText(name: string, value: string): void {
  if (hasUnsafe(value)) {
    throw refused(`${name} must hold no line breaks, control or direction characters.`, name);
  }
  if (name === 'colour') checkColour(value);
  if (name === 'returnOrigins' && readReturnOrigins(value) === undefined)
    throw refused(`${name} ${RETURN_ORIGINS_RULE}.`, name);
  if (!name.endsWith('Url')) return;
  if (!parseUrl(value)) throw refused(`${name} ${URL_RULE}.`, name);
  if (hasCredentials(value)) {
    throw refused(`${name} must hold no user name or password.`, name);
  }
}

function asStored(name: string, value: string): string | null | undefined {
  if (name === 'returnOrigins') return readReturnOrigins(value);
  return name === 'colour' ? value.toLowerCase() : value.trim();
}

function checkShape(given: unknown): SettingsChange {
  if (Value.Check(SettingsChange, given)) return given;
  const [fault] = Value.Errors(SettingsChange, given);
  const name = fault?.instancePath.slice(1) ?? '';
  if (isSetting(name)) throw refused(`${name} ${RULES[name]}.`, name);
  throw refused('These are no account settings.');
}

/** Also trims text. @throws {DomainError} `invalid_request`, with the setting and its rule */
export function checkSettings(given: unknown): SettingsChange {
  const trimmed = Object.entries(checkShape(given)).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value];
    checkText(name, value);
    return [name, asStored(name, value)];
  });
  return Value.Parse(SettingsChange, Object.fromEntries(trimmed));
}

/** The message of `checkSettings`; undefined if there is no problem. */
export function settingProblem(given: unknown): string | undefined {
  try {
    checkSettings(given);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
