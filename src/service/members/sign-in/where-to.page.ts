export const HOME = '/dashboard';

const LENGTH = 1000;

/** Accepts only paths of the dashboard: the address may come from anyone. */
export const pathIn = (to: string): string =>
  to.length <= LENGTH && /^\/dashboard(\/[\w./?=&%-]*)?$/.test(to) ? to : HOME;
