/** Polls for changes, and reloads the page; never while a form is being filled in. */
const FIRST_MS = 3000;
const LAST_MS = 30_000;
const GROWTH = 1.25;

const waiting = document.querySelector<HTMLElement>('[data-poll]');
let waitMs = FIRST_MS;
let timer = setTimeout(look, waitMs);

async function hasNews(): Promise<boolean> {
  const { poll = '', seen } = waiting?.dataset ?? {};
  try {
    const answer = await fetch(poll, { cache: 'no-store', headers: { accept: 'text/plain' } });
    return answer.ok && (await answer.text()) !== seen;
  } catch {
    return false;
  }
}

const isFilling = (): boolean =>
  document.activeElement?.matches('input, select, textarea') === true;

async function look(): Promise<void> {
  if (!document.hidden && !isFilling() && (await hasNews())) return location.reload();
  waitMs = Math.min(waitMs * GROWTH, LAST_MS);
  timer = setTimeout(look, waitMs);
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  clearTimeout(timer);
  waitMs = FIRST_MS;
  void look();
});
