import type { Hooks } from '../../client/index.ts';
import { harmless } from '../terminal/harmless.ts';

const tell = (text: string): void => {
  process.stderr.write(`debug: ${harmless(text)}\n`);
};

/** Hooks that log each exchange to stderr; the client has masked keys, links, phones and emails already. */
export function debugHooks(): Hooks {
  return {
    onRequest: ({ method, url, attempt }) => tell(`→ ${method} ${url} (try ${attempt})`),
    onResponse: ({ method, url, status, durationMs }) =>
      tell(`← ${status} ${method} ${url} in ${Math.round(durationMs)} ms`),
    onRetry: ({ operation, afterMs, error }) =>
      tell(`${operation} again in ${Math.round(afterMs)} ms: ${error.message}`),
    onSettle: ({ operation, step, note }) => tell(`${operation} ${step}: ${note}`),
  };
}

/** Hooks that tell both. */
export function joinedHooks(one: Hooks, other: Hooks = {}): Hooks {
  return {
    onRequest: (event) => [one, other].map((hooks) => hooks.onRequest?.(event)),
    onResponse: (event) => [one, other].map((hooks) => hooks.onResponse?.(event)),
    onRetry: (event) => [one, other].map((hooks) => hooks.onRetry?.(event)),
    onSettle: (event) => [one, other].map((hooks) => hooks.onSettle?.(event)),
  };
}
