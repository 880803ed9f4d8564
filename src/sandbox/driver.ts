import type { HeadlessBrowser } from './headless-browser.ts';
import { openHeadlessBrowser } from './headless-browser.ts';
import type { PageForm, ReadPage } from './page-forms.ts';
import { SandboxRefused } from './sandbox-errors.ts';

/** Whom the driver signs as, and how it reads their phone. */
export interface DriverJob {
  readonly signUrl: string;
  /** A test identity's number. */
  readonly identity: string;
  /** The newest code on the test phone with this reference; undefined when there is none. */
  readonly readCode: (reference: string) => string | undefined;
}

type Step = readonly [field: string, values: (form: PageForm) => Readonly<Record<string, string>>];

function stepsOf({ identity, readCode }: DriverJob): readonly Step[] {
  return [
    ['answer', () => ({})],
    ['request', () => ({})],
    ['otp', ({ fields }) => ({ otp: readCode(fields.reference ?? '') ?? '' })],
    ['identity', () => ({ identity })],
    ['consent', () => ({})],
  ];
}

function findStep(page: ReadPage, steps: readonly Step[]) {
  for (const step of steps) {
    const form = page.forms.find(({ fields }) => step[0] in fields);
    if (form) return { step, form };
  }
  return undefined;
}

async function followForms(browser: HeadlessBrowser, first: ReadPage, job: DriverJob) {
  const steps = stepsOf(job);
  const taken = new Set<string>();
  let page = first;
  for (let next = findStep(page, steps); next; next = findStep(page, steps)) {
    const [field, values] = next.step;
    if (taken.has(field)) throw new SandboxRefused('signing_failed', page.sentence);
    taken.add(field);
    page = await browser.submit(next.form, values(next.form));
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
