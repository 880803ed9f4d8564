import { OWN_FORM } from '../sign-in/a-member.ts';

/** A browser that is signed in at a sandbox's dashboard; it follows no redirects. */
export interface DeskBrowser {
  get(path: string): Promise<Response>;
  /** Submits a form with the key of this session. */
  post(path: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
}

/** Opens a one-time address of a sandbox. */
export async function openDesk(address: string): Promise<DeskBrowser> {
  const opened = await fetch(address, { redirect: 'manual' });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, address), {
      redirect: 'manual',
      ...init,
      headers: { cookie, ...init.headers },
    });
  return {
    get: (path) => send(path),
    async post(path, fields = {}) {
      const page = await (await send('/dashboard/me')).text();
      const key = /name="form_key" value="([\w-]+)"/.exec(page)?.[1] ?? '';
      const body = new URLSearchParams({ form_key: key, ...fields }).toString();
      return await send(path, { method: 'POST', headers: OWN_FORM, body });
    },
  };
}
