/** The dashboard's first page. */
export const HOME = '/dashboard';

const LENGTH = 1000;

/** A path of the dashboard, and nothing else: an address may come from anybody. */
export const pathIn = (to: string): string =>
  to.length <= LENGTH && /^\/dashboard(\/[\w./?=&%-]*)?$/.test(to) ? to : HOME;
