import { SandboxRefused } from '../control/sandbox-errors.ts';
import type { HeadlessBrowser } from './headless-browser.ts';
import { openHeadlessBrowser } from './headless-browser.ts';
import type { PageForm, ReadPage } from './page-forms.ts';

/** Whom the driver signs as, and how it reads their phone. */
export interface DriverJob {
  readonly signUrl: string;
  /** A test identity's number. */
  readonly identity: string;
  /** The newest code on the test phone with this reference; undefined when there is none. */
  readonly readCode: (reference: string) => string | undefined;
}

interface Step {
  readonly name: string;
  readonly isShown: (fields: PageForm['fields']) => boolean;
  readonly values: (form: PageForm) => Readonly<Record<string, string>>;
}

const has = (field: string) => (fields: PageForm['fields']) => field in fields;
const nothing = () => ({});

/** The steps by their fields, the later one first where two may stand on a page. `msg` carries both ways. */
function stepsOf({ identity, readCode }: DriverJob, taken: ReadonlySet<string>): readonly Step[] {
  const message = taken.has('request') ? 'answer' : 'request';
  return [
    { name: message, isShown: has('msg'), values: nothing },
    { name: 'answer', isShown: has('eSignResponse'), values: nothing },
    { name: 'request', isShown: has('eSignRequest'), values: nothing },
    {
      name: 'otp',
      isShown: has('otp'),
      values: ({ fields }) => ({ otp: readCode(fields.reference ?? '') ?? '' }),
    },
    { name: 'identity', isShown: has('identity'), values: () => ({ identity }) },
    { name: 'consent', isShown: has('consent'), values: nothing },
  ];
}

function findStep(page: ReadPage, steps: readonly Step[]) {
  for (const step of steps) {
    const form = page.forms.find(({ fields }) => step.isShown(fields));
    if (form) return { step, form };
  }
  return undefined;
}

async function followForms(browser: HeadlessBrowser, first: ReadPage, job: DriverJob) {
  const taken = new Set<string>();
  let page = first;
  const next = () => findStep(page, stepsOf(job, taken));
  for (let found = next(); found; found = next()) {
    const { name, values } = found.step;
    if (taken.has(name)) throw new SandboxRefused('signing_failed', page.sentence);
    taken.add(name);
    page = await browser.submit(found.form, values(found.form));
  }
  return { page, isAnswered: taken.has('answer') };
}

/**
 * Signs by driving the pages that a signer sees, from their link to the result. It knows forms and the names of their
 * fields, no more.
 * @throws {SandboxRefused} with the page's own sentence, when the pages do not lead to a signature
 */
export async function driveSigning(job: DriverJob): Promise<void> {
  const browser = openHeadlessBrowser();
  const { page, isAnswered } = await followForms(browser, await browser.get(job.signUrl), job);
  if (!isAnswered) throw new SandboxRefused('signing_failed', page.sentence);
}
