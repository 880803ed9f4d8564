/** Such as `POST *\/send`: a method, a path where `*` matches any characters, or both. */
export interface RoutePattern {
  matches(request: { readonly method: string; readonly path: string }): boolean;
}

const FORM = /^(?:([A-Z]+)(?: +|$))?([/*]\S*)?$/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function parseRoute(text: string): RoutePattern | undefined {
  const [whole, method, glob = '*'] = FORM.exec(text.trim()) ?? [];
  if (!whole) return undefined;
  const path = new RegExp(`^${glob.split('*').map(escaped).join('.*')}$`, 's');
  return {
    matches: (request) =>
      (method === undefined || request.method === method) && path.test(request.path),
  };
}
