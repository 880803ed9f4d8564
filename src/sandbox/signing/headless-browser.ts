import { SandboxRefused } from '../control/sandbox-errors.ts';
import type { PageForm, ReadPage } from './page-forms.ts';
import { readPage } from './page-forms.ts';

const REDIRECTS = 10;
const FIRST_ERROR = 400;
const PAGE_MS = 60_000;

/**
 * A browser without a screen: pages, forms, redirects and cookies, no scripts. An error page ends it: each throws
 * {SandboxRefused} with that page's sentence.
 */
export interface HeadlessBrowser {
  get(url: string): Promise<ReadPage>;
  /** Submits a form with some of its fields filled in. */
  submit(form: PageForm, values: Readonly<Record<string, string>>): Promise<ReadPage>;
}

interface Visit {
  readonly url: string;
  readonly method: string;
  readonly body: URLSearchParams | FormData | null;
}

type Cookies = Map<string, Map<string, string>>;

function keepCookies(jar: Cookies, url: string, headers: Headers): void {
  const { origin } = new URL(url);
  const kept = jar.get(origin) ?? new Map<string, string>();
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
    if (name) kept.set(name, value);
  }
  jar.set(origin, kept);
}

function cookieHeader(jar: Cookies, url: string): Record<string, string> {
  const kept = jar.get(new URL(url).origin);
  if (!kept?.size) return {};
  return { cookie: [...kept].map(([name, value]) => `${name}=${value}`).join('; ') };
}

function encode({ fields, isMultipart }: PageForm): URLSearchParams | FormData {
  if (!isMultipart) return new URLSearchParams(fields);
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

async function load(jar: Cookies, visit: Visit): Promise<Response> {
  try {
    return await fetch(visit.url, {
      method: visit.method,
      body: visit.body,
      redirect: 'manual',
      headers: { ...cookieHeader(jar, visit.url), accept: 'text/html' },
      signal: AbortSignal.timeout(PAGE_MS),
    });
  } catch (error) {
    const { origin } = new URL(visit.url);
    const why = error instanceof Error ? error.message : String(error);
    throw new SandboxRefused('signing_failed', `${origin} did not answer: ${why}.`);
  }
}

function checked(page: ReadPage, status: number): ReadPage {
  if (status < FIRST_ERROR) return page;
  throw new SandboxRefused('signing_failed', page.sentence);
}

async function open(jar: Cookies, first: Visit): Promise<ReadPage> {
  let visit = first;
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    const answer = await load(jar, visit);
    keepCookies(jar, visit.url, answer.headers);
    const location = answer.headers.get('location');
    const text = await answer.text();
    if (!location) return checked(readPage(text, visit.url), answer.status);
    visit = { url: new URL(location, visit.url).href, method: 'GET', body: null };
  }
  throw new SandboxRefused('signing_failed', 'The pages redirect without end.');
}

/** Opens a browser without a screen, with no cookies yet. */
export function openHeadlessBrowser(): HeadlessBrowser {
  const jar: Cookies = new Map();
  return {
    get: (url) => open(jar, { url, method: 'GET', body: null }),
    submit(form, values) {
      const filled = { ...form, fields: { ...form.fields, ...values } };
      return open(jar, { url: form.action, method: form.method, body: encode(filled) });
    },
  };
}
