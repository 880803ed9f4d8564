/**
 * Retries while the service is unavailable: posts the page's form, or requests the page. Without
 * scripts, there's a button. The page stays until answered: it holds the form's data.
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

/** Repeats the last wait. */
function plan(tries: number): void {
  const seconds = WAITS_S[Math.min(tries, WAITS_S.length - 1)] ?? 0;
  setTimeout(() => void retry(tries), seconds * 1000);
}

plan(0);
