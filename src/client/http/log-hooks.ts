import type { Hooks } from './hooks.ts';

/**
 * Hooks that write a line for each request, response, retry and step of settling: no bodies, no
 * headers, and URLs without what grants access.
 */
export function logHooks(write: (line: string) => void = console.error): Hooks {
  return {
    onRequest: ({ method, url, attempt }) => write(`→ ${method} ${url} (attempt ${attempt})`),
    onResponse: ({ method, url, status, durationMs }) =>
      write(`← ${status} ${method} ${url} in ${Math.round(durationMs)} ms`),
    onRetry: ({ operation, afterMs, error }) =>
      write(`${operation} again in ${Math.round(afterMs)} ms: ${error.message}`),
    onSettle: ({ operation, step, note }) => write(`${operation} ${step}: ${note}`),
  };
}
