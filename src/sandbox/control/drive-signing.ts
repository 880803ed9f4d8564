import type { HTMLElement } from 'node-html-parser';
import { parse } from 'node-html-parser';
import { SandboxRefused } from './sandbox-errors.ts';

const textOf = (element: HTMLElement | null): string =>
  (element?.text ?? '').replace(/\s+/g, ' ').trim();

/** Checkboxes count as ticked, radio buttons as they are. */
function readForm(form: HTMLElement, base: string) {
  const inputs = form.querySelectorAll('input[name]');
  const sent = inputs.filter(
    (input) => input.getAttribute('type') !== 'radio' || input.hasAttribute('checked'),
  );
  const fields = sent.map((input): [string, string] => {
    const isTick = input.getAttribute('type') === 'checkbox';
    return [input.getAttribute('name') ?? '', input.getAttribute('value') ?? (isTick ? 'on' : '')];
  });
  return {
    action: new URL(form.getAttribute('action') ?? '', base).href,
    method: form.getAttribute('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
    isMultipart: form.getAttribute('enctype') === 'multipart/form-data',
    fields: Object.fromEntries(fields),
  };
}

type PageForm = ReturnType<typeof readForm>;

/** Reads forms and the message: an alert or status, else heading and first paragraph. */
export function readPage(markup: string, base: string) {
  const root = parse(markup, { blockTextElements: { script: true, style: true } });
  const main = root.querySelector('main') ?? root;
  const message =
    textOf(root.querySelector('[role=alert]')) || textOf(root.querySelector('[role=status]'));
  const heading = textOf(main.querySelector('h1'));
  const first = textOf(main.querySelector('p'));
  return {
    forms: root.querySelectorAll('form').map((form) => readForm(form, base)),
    sentence: message || [heading, first].filter(Boolean).join(': '),
  };
}

type ReadPage = ReturnType<typeof readPage>;

const REDIRECTS = 10;
const FIRST_ERROR = 400;
const PAGE_MS = 60_000;

const failed = (message: string): SandboxRefused => new SandboxRefused('signing_failed', message);

interface PageRequest {
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

async function load(jar: Cookies, { url, method, body }: PageRequest): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      body,
      redirect: 'manual',
      headers: { ...cookieHeader(jar, url), accept: 'text/html' },
      signal: AbortSignal.timeout(PAGE_MS),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw failed(`${new URL(url).origin} did not respond: ${reason}.`);
  }
}

/** Like a browser without scripts: cookies, redirects. Throws an error page's message. */
async function open(jar: Cookies, first: PageRequest): Promise<ReadPage> {
  let request = first;
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    const response = await load(jar, request);
    keepCookies(jar, request.url, response.headers);
    const location = response.headers.get('location');
    const page = readPage(await response.text(), request.url);
    if (!location && response.status >= FIRST_ERROR) throw failed(page.sentence);
    if (!location) return page;
    request = { url: new URL(location, request.url).href, method: 'GET', body: null };
  }
  throw failed('The pages redirect endlessly.');
}

type Fields = Readonly<Record<string, string>>;

function encode(fields: Fields, isMultipart: boolean): URLSearchParams | FormData {
  if (!isMultipart) return new URLSearchParams(fields);
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

function submit(jar: Cookies, form: PageForm, values: Fields): Promise<ReadPage> {
  const { action: url, method, fields, isMultipart } = form;
  return open(jar, { url, method, body: encode({ ...fields, ...values }, isMultipart) });
}

export interface DriverJob {
  readonly signUrl: string;
  /** A test identity's number, or a name. */
  readonly identity: string;
  /** The newest code with this reference. */
  readonly readCode: (reference: string) => string | undefined;
}

interface SigningStep {
  readonly name: string;
  readonly field: string;
  readonly values?: (fields: Fields) => Fields;
}

/** Steps by form field; later ones first if a page shows two. `msg` carries request and answer. */
function stepsOf(
  { identity, readCode }: DriverJob,
  taken: ReadonlySet<string>,
): readonly SigningStep[] {
  return [
    // A second round: the certificate has another name, and the signer signs with that one.
    { name: 'name', field: 'as' },
    { name: taken.has('request') ? 'answer' : 'request', field: 'msg' },
    { name: 'answer', field: 'eSignResponse' },
    { name: 'request', field: 'eSignRequest' },
    {
      name: 'otp',
      field: 'otp',
      values: ({ reference = '' }) => ({ otp: readCode(reference) ?? '' }),
    },
    { name: 'identity', field: 'identity', values: () => ({ identity }) },
    { name: 'consent', field: 'consent' },
  ];
}

function findStep({ forms }: ReadPage, steps: readonly SigningStep[]) {
  for (const step of steps) {
    const form = forms.find(({ fields }) => step.field in fields);
    if (form) return { step, form };
  }
  return undefined;
}

/** Knows only field names. Throws SandboxRefused with the page's message if nothing is signed. */
export async function driveSigning(job: DriverJob): Promise<void> {
  const jar: Cookies = new Map();
  const taken = new Set<string>();
  let page = await open(jar, { url: job.signUrl, method: 'GET', body: null });
  const next = () => findStep(page, stepsOf(job, taken));
  for (let found = next(); found; found = next()) {
    const { name, values } = found.step;
    if (taken.has(name)) throw failed(page.sentence);
    if (name === 'name') taken.clear();
    taken.add(name);
    page = await submit(jar, found.form, values?.(found.form.fields) ?? {});
  }
  if (!taken.has('answer')) throw failed(page.sentence);
}

/** Throws SandboxRefused with the page's message if it offers no way to decline. */
export async function driveDecline(signUrl: string, reason: string): Promise<void> {
  const jar: Cookies = new Map();
  const page = await open(jar, { url: signUrl, method: 'GET', body: null });
  const form = page.forms.find(({ action }) => new URL(action).pathname.endsWith('/decline'));
  if (!form) throw failed(page.sentence);
  await submit(jar, form, { reason });
}
