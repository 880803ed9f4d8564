import { onTestFinished } from 'vitest';
import { serveAuthority } from '../../../src/sandbox/authority/serve-authority.ts';
import { anAuthority } from '../service/an-authority.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A served authority, and a browser there that keeps the language's cookie. */
export async function anAuthorityServer() {
  const world = await anAuthority();
  const app = await serveAuthority({ ...world, phoneUrl: () => 'http://127.0.0.1:4011/phone' });
  onTestFinished(() => app.close());
  let lang = '';
  const ask = async (request: { url: string; method?: 'POST'; payload?: string }, more: object) => {
    const headers = { cookie: `lang=${lang}`, ...more };
    const answer = await app.inject({ ...request, headers });
    lang = /(?:^|,)lang=(\w+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? lang;
    return answer;
  };
  const get = (url: string, headers = {}) => ask({ url }, headers);
  const post = (url: string, fields: Record<string, string> = {}) =>
    ask({ method: 'POST', url, payload: new URLSearchParams(fields).toString() }, FORM);
  return { ...world, app, get, post };
}
