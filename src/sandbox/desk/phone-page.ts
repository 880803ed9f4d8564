import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { DashboardPage } from '../../service/index.ts';
import { timeOf } from '../../service/index.ts';
import type { PhoneMessage, TestPhone } from '../authority/test-phone.ts';
import { WORDS } from './words.ts';

const { phone: words } = WORDS;

const codeRow = ({ at, mobile, code, reference }: PhoneMessage): Html =>
  html`<li><span class="what">${code}</span> <span>${words.to(mobile)}</span> <span>${words.reference} <strong>${reference}</strong></span> <span class="hint">${timeOf(at)}</span></li>`;

/** The codes that the authority sent, newest first. */
export const phonePage = (phone: TestPhone): DashboardPage => ({
  title: words.title,
  live: phone.messages(),
  content: html`<section class="card" aria-label="${words.title}">${
    phone.messages().length === 0
      ? html`<p>${words.none}</p>`
      : html`<ul class="rows">${phone.messages().toReversed().map(codeRow)}</ul>`
  }</section>`,
});
