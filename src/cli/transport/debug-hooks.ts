import type { Hooks } from '../../client/index.ts';
import { harmless } from '../terminal/harmless.ts';

const log = (text: string): void => {
  process.stderr.write(`debug: ${harmless(text)}\n`);
};

/** Logs requests to stderr; the client has already masked keys, links, phones and emails. */
export function debugHooks(): Hooks {
  return {
    onRequest: ({ method, url, attempt }) => log(`→ ${method} ${url} (attempt ${attempt})`),
    onResponse: ({ method, url, status, durationMs }) =>
      log(`← ${status} ${method} ${url} in ${Math.round(durationMs)} ms`),
    onRetry: ({ operation, afterMs, error }) =>
      log(`${operation} again in ${Math.round(afterMs)} ms: ${error.message}`),
    onSettle: ({ operation, step, note }) => log(`${operation} ${step}: ${note}`),
  };
}

/** Calls both. */
export function joinedHooks(one: Hooks, other: Hooks = {}): Hooks {
  return {
    onRequest: (event) => [one, other].map((hooks) => hooks.onRequest?.(event)),
    onResponse: (event) => [one, other].map((hooks) => hooks.onResponse?.(event)),
    onRetry: (event) => [one, other].map((hooks) => hooks.onRetry?.(event)),
    onSettle: (event) => [one, other].map((hooks) => hooks.onSettle?.(event)),
  };
}
