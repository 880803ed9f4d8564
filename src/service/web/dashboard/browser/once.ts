/** Keeps a reload, or going back, from sending the form of a secret again. */
const next = document.querySelector<HTMLAnchorElement>('a[data-once]');
if (next) history.replaceState(null, '', next.href);
