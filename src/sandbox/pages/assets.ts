/** Submits a page's form at once where it says so, shows that a button works, and counts down a wait. Nothing needs it. */
export const PAGE_SCRIPT = `document.querySelector('form[data-auto]')?.submit();
for (const form of document.forms) form.addEventListener('submit', () => {
  const button = form.querySelector('button');
  button?.setAttribute('aria-busy', 'true');
  setTimeout(() => { if (button) button.disabled = true; });
});
addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
for (const button of document.querySelectorAll('[data-wait]')) {
  const words = button.textContent;
  let seconds = Number(button.dataset.wait);
  const tick = () => {
    button.disabled = seconds > 0;
    button.textContent = seconds > 0 ? words + ' (' + seconds + ' ' + button.dataset.unit + ')' : words;
    if (seconds-- > 0) setTimeout(tick, 1000);
  };
  tick();
}
`;

/** The style sheet of all sandbox pages: narrow screens first, light and dark. */
export const STYLE = `:root { color-scheme: light dark; --ink: #1b1f27; --soft: #596173; --paper: #fff; --ground: #f4f5f8;
  --line: #d9dde6; --accent: #1f4fd8; --on-accent: #fff; --bad: #a3161f; --bad-ground: #fdecec; --mark: #7a4b00; --mark-ground: #fff1d6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaf0; --soft: #a3abbd; --paper: #1a1e27; --ground: #10131a;
  --line: #333a49; --accent: #8fb0ff; --on-accent: #0b1630; --bad: #ff9d9d; --bad-ground: #3a1a1d; --mark: #ffd48a; --mark-ground: #3a2c10; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans Devanagari", sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
main.wide { max-width: 60rem; }
.test { background: var(--mark-ground); color: var(--mark); padding: .5rem 1rem; text-align: center; font-weight: 600; font-size: .9rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1rem 0; max-width: 60rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 .75rem; }
h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
a { color: var(--accent); }
.card > :first-child { margin-top: 0; } .card > :last-child { margin-bottom: 0; }
.card > dl + pre, .card > dl + p { margin-top: 1rem; }
form:not(.card) { margin: 0 0 1rem; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.1rem; margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .35rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; margin: 0 0 .3rem; }
label.tick { display: flex; gap: .6rem; font-weight: 400; margin: 1rem 0; align-items: start; }
label.tick input { width: 1.2rem; height: 1.2rem; margin: .15rem 0 0; flex: none; }
input.text { width: 100%; font: inherit; font-size: 1.25rem; letter-spacing: .06em; padding: .6rem .75rem; color: inherit;
  background: var(--ground); border: 1px solid var(--soft); border-radius: .5rem; }
button { font: inherit; font-weight: 600; width: 100%; padding: .75rem 1rem; border-radius: .5rem; border: 1px solid var(--accent);
  background: var(--accent); color: var(--on-accent); cursor: pointer; margin-top: .75rem; }
button.quiet { background: transparent; color: var(--accent); border-color: var(--line); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.alert { background: var(--bad-ground); color: var(--bad); border-radius: .5rem; padding: .65rem .9rem; margin: 0 0 1rem; }
.soft { color: var(--soft); font-size: .92rem; }
.whole { white-space: nowrap; }
code, .mono { font-family: ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 500; border-top: 0; }
ul.people { list-style: none; margin: .5rem 0 0; padding: 0; }
.people li { border-top: 1px solid var(--line); padding: .55rem 0; } .people code { white-space: nowrap; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .5rem 0 0; }
.code { font: 600 1.5rem ui-monospace, monospace; letter-spacing: .12em; }
body:has(> nav.languages) { display: flex; flex-direction: column; min-height: 100vh; }
body:has(> nav.languages) main { width: 100%; }
.test, nav.languages { order: -1; }
nav.languages { width: 100%; max-width: 34rem; justify-content: flex-end; padding-bottom: 0; }
button.plain { width: auto; margin: 0; padding: 0; border: 0; background: none; color: var(--accent); font-weight: 400; text-decoration: underline; }
nav.tabs { padding: 0 0 .5rem; gap: .5rem; }
nav.tabs a { padding: .35rem .8rem; border: 1px solid var(--line); border-radius: 1rem; text-decoration: none; }
nav.tabs a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
ul.mails { list-style: none; margin: 0; padding: 0; }
ul.mails li + li { border-top: 1px solid var(--line); }
ul.mails a { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .6rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
ul.mails a:hover .what { text-decoration: underline; }
ul.mails .who { font-weight: 600; } ul.mails .who .soft { font-weight: 400; }
ul.mails time { color: var(--soft); font-size: .92rem; } ul.mails .what { flex: 1 0 100%; color: var(--accent); }
pre.mono { font: .85rem/1.45 ui-monospace, monospace; }
iframe { width: 100%; height: 85vh; min-height: 24rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
`;
