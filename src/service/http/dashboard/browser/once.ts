/** A page that shows a secret once: a reload, or going back, then leads on instead of sending the form again. */
const next = document.querySelector<HTMLAnchorElement>('a[data-once]');
if (next) history.replaceState(null, '', next.href);
