import { InvalidArgumentError } from '../errors/usage-errors.ts';

const VARIABLES = { baseUrl: 'ESIGN_BASE_URL', apiKey: 'ESIGN_API_KEY' } as const;

const WORDS = { baseUrl: 'base URL', apiKey: 'API key' } as const;

/** The value of a variable, by its name in small letters or else in capitals; empty for none. */
export const variableOf = (name: string): string =>
  process.env[name] || process.env[name.toUpperCase()] || '';

/** The given value or its variable, trimmed. Throws `InvalidArgumentError` naming both. */
export function givenOrSet<T>(option: keyof typeof VARIABLES, given: T | undefined): T | string {
  if (given !== undefined) return given;
  const variable = VARIABLES[option];
  const set = process.env[variable]?.trim();
  if (set) return set;
  const message = `there is no ${WORDS[option]}: pass the option ${option}, or set ${variable}`;
  throw new InvalidArgumentError(option, message);
}
