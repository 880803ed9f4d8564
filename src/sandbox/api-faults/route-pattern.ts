/** The requests that a fault applies to, as in `POST *\/send`: a method, a path with `*` for any characters, or both. */
export interface RoutePattern {
  matches(request: { readonly method: string; readonly path: string }): boolean;
}

const FORM = /^(?:([A-Z]+)(?: +|$))?([/*]\S*)?$/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Parses a pattern; undefined when it is malformed. */
export function parseRoute(text: string): RoutePattern | undefined {
  const [whole, method, glob = '*'] = FORM.exec(text.trim()) ?? [];
  if (!whole) return undefined;
  const path = new RegExp(`^${glob.split('*').map(escaped).join('.*')}$`, 's');
  return {
    matches: (request) =>
      (method === undefined || request.method === method) && path.test(request.path),
  };
}
