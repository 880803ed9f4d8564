import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { layout } from '../pages/layout.ts';

const BANNER = 'TEST sandbox on this machine: signatures made here bind nobody';
const NAV = html`<nav><a href="/">Dashboard</a><a href="/inbox">Inbox</a><a href="/phone">Test phone</a></nav>`;

/** A page of the desk. */
export const deskPage = (title: string, body: Html): string =>
  layout({ title: `${title} · sandbox`, body, banner: BANNER, nav: NAV, isWide: true });

/** A time in UTC, to the second. */
export const utc = (time: string | Date): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
