import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { Answer, RunningSandbox } from '../../../src/sandbox/index.ts';
import { aPdf } from '../pdf/a-pdf.ts';
import { openChromium, openPage } from './a-browser.ts';
import { callApi, startTestSandbox } from './a-sandbox.ts';

/** Invented signers. */
export const PEOPLE = [
  'Asha Rao',
  'Ravi Kumar',
  'अनिता शर्मा',
  'Meera Iyer',
  'Joseph D’Souza',
  'श्रीमती राजलक्ष्मी वेंकटसुब्रमण्यम कृष्णमूर्ति अय्यर',
] as const;

/** A sandbox with helpers to send and sign documents. */
export type SigningSandbox = Awaited<ReturnType<typeof openSigningSandbox>>;

interface Sending {
  readonly signers?: readonly string[];
  readonly name?: string;
  readonly pdf?: Buffer;
  /** Pages that each signer signs on; by default, white space decides. */
  readonly pages?: readonly number[];
}

/** Beside one another, by signer. */
const placesOn = (pages: readonly number[], index: number) =>
  pages.map((page) => ({ page, x: 60 + index * 160, y: 80, width: 140, height: 110 }));

async function upload(sandbox: RunningSandbox, pdf: Buffer, name: string): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'contract.pdf');
  body.set('name', name);
  return (await callApi(sandbox, '', { method: 'POST', body })).content.documentId;
}

type OpenHow = Parameters<typeof openPage> extends [unknown, ...infer How] ? How : never;

/** A sandbox and a browser for all tests of a file; `openSignedIn` opens the dashboard. */
export async function openSigningInBrowser() {
  const [world, browser] = await Promise.all([openSigningSandbox(), openChromium()]);
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
  const openSignedIn = async (...how: OpenHow) => {
    const opened = await openPage(browser, ...how);
    await opened.page.goto((await world.control.pages()).dashboard, { waitUntil: 'networkidle' });
    return opened;
  };
  /** A browser's memory of being signed in. */
  const signedIn = async () => {
    const { page } = await openSignedIn({}, afterAll);
    return { storageState: await page.context().storageState() };
  };
  return { world, browser, openSignedIn, signedIn };
}

async function openSigningSandbox() {
  const { sandbox, control, close } = await startTestSandbox({ credits: 1000 });
  /** Sends a document; returns its id and the signers' links. */
  async function send({
    signers = PEOPLE.slice(0, 1),
    name = 'Rental agreement.pdf',
    pdf = aPdf(),
    pages,
  }: Sending = {}) {
    const documentId = await upload(sandbox, pdf, name);
    const people = signers.map((person, index) => ({
      name: person,
      email: `signer${index + 1}@example.in`,
      phone: '9876543210',
      ...(pages && { advanced: { signaturePlacement: { positions: placesOn(pages, index) } } }),
    }));
    await callApi(sandbox, `/${documentId}/signers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ signers: people }),
    });
    const { content } = await callApi(sandbox, `/${documentId}/send`, { method: 'POST' });
    const links: string[] = content.signers.map(({ signUrl }: { signUrl: string }) => signUrl);
    return { documentId, links };
  }
  const status = async (documentId: string): Promise<string> =>
    (await callApi(sandbox, `/${documentId}`)).content.status;
  const downloadUrl = async (documentId: string): Promise<string> =>
    (await callApi(sandbox, `/${documentId}`)).content.downloadUrl;
  /** The newest code for the page's reference. */
  async function codeFor(page: Page): Promise<string> {
    const reference = await page.locator('input[name=reference]').inputValue();
    const isOurs = (message: Answer<'inbox'>[number]) =>
      message.kind === 'otp' && message.reference === reference;
    const found = (await control.inbox()).findLast(isOurs);
    return found?.kind === 'otp' ? found.code : '';
  }
  return { sandbox, control, send, status, downloadUrl, codeFor, close };
}

/** Consents on a signer's page and continues to the authority. */
export async function agree(page: Page): Promise<void> {
  await page.locator('input[name=consent]').check();
  await page.locator('#sign button').click();
  await page.locator('input[name=identity]').waitFor();
}

/** Enters a signer's test identity at the authority, which sends a code. */
export async function identify(page: Page, name: string): Promise<void> {
  await page.locator('input[name=identity]').fill(name);
  await page.locator('input[name=consent]').check();
  await page.locator('form[action$="/identity"] button').click();
  await page.locator('input[name=otp]').waitFor();
}

/** Enters a code at the authority. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator('input[name=otp]').fill(code);
  await page.locator('form[action$="/code"] button').click();
}

/** Signs in a browser from the signer's own page to the page that thanks them. */
export async function signInBrowser(
  world: SigningSandbox,
  page: Page,
  name: string,
): Promise<void> {
  await agree(page);
  await identify(page, name);
  await enterCode(page, await world.codeFor(page));
  await page.locator('main[data-state=signed], main[data-state=completed]').waitFor();
}
