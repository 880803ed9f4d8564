import { html } from '../../html/html.ts';
import type { DashboardAddition, DashboardRoutes } from '../../service/index.ts';
import type { Desk } from './controls-page.ts';
import { addControls } from './controls-page.ts';
import { identitiesPage } from './identities-page.ts';
import { addInbox } from './inbox-pages.ts';
import { overviewPage } from './overview-page.ts';
import { DESK } from './paths.ts';
import { phonePage } from './phone-page.ts';
import { WORDS } from './words.ts';

const MENU = [
  { path: DESK.overview, label: WORDS.overview.title },
  { path: DESK.inbox, label: WORDS.inbox.title },
  { path: DESK.phone, label: WORDS.phone.title },
  { path: DESK.controls, label: WORDS.controls.title },
  { path: DESK.identities, label: WORDS.identities.title },
].map((entry) => ({ ...entry, permission: 'sandbox.use' as const }));

function addRoutes(routes: DashboardRoutes, desk: Desk): void {
  const { page, deps } = routes;
  const { inbox, phone, places } = desk.parts;
  page(DESK.overview, 'sandbox.use', async () => overviewPage(desk.parts, deps.links.baseUrl));
  addInbox(routes, inbox);
  page(DESK.phone, 'sandbox.use', async () => phonePage(phone));
  addControls(routes, desk);
  page(DESK.identities, 'sandbox.use', async () => identitiesPage(places.authorityUrl));
}

/** The pages that only a sandbox has, as part of the dashboard. */
export const openDesk = (desk: Desk): DashboardAddition => ({
  menu: MENU,
  signedOut: html`<section class="card"><p>${WORDS.signedOut}</p><p><code>esign sandbox open</code></p></section>`,
  addRoutes: (routes) => addRoutes(routes, desk),
});
