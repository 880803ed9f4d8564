import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { DashboardPage } from '../../service/index.ts';
import { timeOf } from '../../service/index.ts';
import type { PhoneMessage, TestPhone } from '../authority/test-phone.ts';
import { DESK } from './paths.ts';
import { WORDS } from './words.ts';

const { phone: words } = WORDS;

/** Text that differs once there is a newer code. */
export const seenCodes = (phone: TestPhone): string =>
  String(phone.messages().at(-1)?.at.getTime() ?? '');

const codeRow = ({ at, mobile, code, reference }: PhoneMessage): Html =>
  html`<li><span class="what">${code}</span> <span>${words.to(mobile)}</span> <span>${words.reference} <strong>${reference}</strong></span> <span class="hint">${timeOf(at)}</span></li>`;

/** The codes that the authority sent, newest first. */
export const phonePage = (phone: TestPhone): DashboardPage => ({
  title: words.title,
  scripts: ['poll.js'],
  content: html`<section class="card" aria-label="${words.title}" data-poll="${DESK.phone}/seen" data-seen="${seenCodes(phone)}">${
    phone.messages().length === 0
      ? html`<p>${words.none}</p>`
      : html`<ul class="rows">${phone.messages().toReversed().map(codeRow)}</ul>`
  }</section>`,
});
