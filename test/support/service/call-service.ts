import type { LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import type { Document } from '../../../src/contract/document.ts';
import { readPage } from '../../../src/sandbox/control/drive-signing.ts';
import type { NewAccount } from '../../../src/service/core/accounts/create-account.ts';
import { aPdf } from '../pdf/a-pdf.ts';
import { FORM_HEADERS, form, pdfPart } from '../sign-in/form.ts';
import type { TestAccount, TestService } from './open-service.ts';
import { openService } from './open-service.ts';

/** An invented signer, as in the API. */
export const ASHA = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' };
/** Another signer. */
export const RAVI = { name: 'Ravi Kumar', phone: '9876543211', email: 'ravi@example.in' };

/** The API with an account's key. */
export interface ApiUser {
  readonly account: TestAccount;
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, body?: object | string): Promise<LightMyRequestResponse>;
  upload(body: Buffer): Promise<LightMyRequestResponse>;
  /** Creates a document with a number of pages, by default one; returns its id. */
  create(pages?: number): Promise<string>;
  /** Creates a document with signers; returns its id. */
  createFor(...signers: readonly object[]): Promise<string>;
  /** Creates a document with signers and sends it. */
  send(...signers: readonly object[]): Promise<{ documentId: string; links: string[] }>;
  document(documentId: string): Promise<Document>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Path of a document, or below it. */
export const documentPath = (documentId: string, below = ''): string =>
  `/api/v1/documents/${documentId}${below}`;

/** A service for all tests of a file, closed after them, and a user of its API. */
export async function openApi(wishes: Partial<NewAccount> = {}) {
  const service = await openService();
  afterAll(() => service.close());
  return { service, user: apiUser(service, await service.account(wishes)) };
}

/** Calls the API for an account. */
export function apiUser({ app }: TestService, account: TestAccount): ApiUser {
  const { headers } = account;
  const user: ApiUser = {
    account,
    get: (url) => app.inject({ url, headers }),
    post: (url, payload) =>
      app.inject({
        method: 'POST',
        url,
        ...(payload === undefined
          ? { headers }
          : { headers: { ...JSON_TYPE, ...headers }, payload }),
      }),
    upload: (payload) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/documents',
        headers: { ...headers, ...FORM_HEADERS },
        payload,
      }),
    async create(pages = 1) {
      const pdf = aPdf({ pages: Array.from({ length: pages }, () => ({})) });
      const answer = await user.upload(form(pdfPart(pdf)));
      return expectStatus(answer, 201).json().documentId;
    },
    async createFor(...signers) {
      const documentId = await user.create();
      expectStatus(await user.post(documentPath(documentId, '/signers'), { signers }), 201);
      return documentId;
    },
    async send(...signers) {
      const documentId = await user.createFor(...signers);
      const sent = expectStatus(await user.post(documentPath(documentId, '/send')), 200).json();
      const links = sent.signers.map(
        ({ signUrl }: { signUrl: string }) => new URL(signUrl).pathname,
      );
      return { documentId, links };
    },
    document: async (documentId) =>
      expectStatus(await user.get(documentPath(documentId)), 200).json(),
  };
  return user;
}

function expectStatus(answer: LightMyRequestResponse, status: number): LightMyRequestResponse {
  if (answer.statusCode === status) return answer;
  throw new Error(`Expected ${status}, got ${answer.statusCode}: ${answer.body}`);
}

/** Signs at a link: consents, and returns the authority's answer. */
export async function signBy(service: TestService, link: string): Promise<LightMyRequestResponse> {
  const begun = await giveConsent(service, link);
  return await bringBack(service, { msg: await service.authority.answer(requestIn(begun)) }, begun);
}

/** The fields of the consent form, for a document whose pages were loaded. */
export const CONSENT = { consent: 'yes', read: 'pages', language: 'en' };

/** Posts the consent form of a signer's page. */
export function giveConsent({ app }: TestService, link: string): Promise<LightMyRequestResponse> {
  return postForm({ app }, link, CONSENT);
}

/**
 * Returns fields from the authority, and follows the way back as far as a signer's page: with the cookie of the page that led to
 * the authority, if it is given.
 */
export async function bringBack(
  { app }: Pick<TestService, 'app'>,
  fields: Record<string, string>,
  begun?: LightMyRequestResponse,
): Promise<LightMyRequestResponse> {
  return await followBack({ app }, await postForm({ app }, '/gateway/return', fields), begun);
}

/** Follows the way back from an answer that was posted. */
export async function followBack(
  { app }: Pick<TestService, 'app'>,
  { headers }: LightMyRequestResponse,
  begun?: LightMyRequestResponse,
): Promise<LightMyRequestResponse> {
  const [cookie = ''] = /\bsigner=[^;]+/.exec(String(begun?.headers['set-cookie'])) ?? [];
  return await app.inject({ url: headers.location ?? '', headers: { cookie } });
}

/** Posts a form like a browser. */
export function postForm(
  { app }: Pick<TestService, 'app'>,
  url: string,
  fields: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.inject({
    method: 'POST',
    url,
    headers,
    payload: new URLSearchParams(fields).toString(),
  });
}

/** The signing request in the page that leads to the authority. */
export function requestIn(page: LightMyRequestResponse): string {
  const { forms } = readPage(page.body, 'http://esign.example.in/');
  const request = forms.find(({ fields }) => 'msg' in fields)?.fields.msg;
  if (!request)
    throw new Error(`No signing request in the page (${page.statusCode}): ${page.body}`);
  return request;
}

/** A page's `data-state`. */
export const stateIn = (page: LightMyRequestResponse): string | undefined =>
  /<main data-state="([^"]+)"/.exec(page.body)?.[1];
