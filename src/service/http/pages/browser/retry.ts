/**
 * Tries again by itself while the service is not available: posts the page's form, or asks for the page. Without scripts there
 * is a button. The page stays until there is an answer: it holds what the form sends.
 */
const WAITS_S = [3, 10, 30];

const form = document.querySelector<HTMLFormElement>('form[data-retry]');

const attempt = (): Promise<Response> =>
  form
    ? fetch(form.action, { method: 'POST', body: new FormData(form) })
    : fetch(location.href, { method: 'HEAD', cache: 'no-store' });

async function retry(tries: number): Promise<void> {
  const answer = await attempt().catch(() => undefined);
  if (!answer || answer.status >= 500) plan(tries + 1);
  else if (form) location.replace(answer.url);
  else location.reload();
}

/** The last wait is repeated. */
function plan(tries: number): void {
  const seconds = WAITS_S[Math.min(tries, WAITS_S.length - 1)] ?? 0;
  setTimeout(() => void retry(tries), seconds * 1000);
}

plan(0);
