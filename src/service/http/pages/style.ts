/** The look of every page: one column, made for a telephone first, light and dark. */
export const STYLE = `:root {
  color-scheme: light dark;
  --page: #f4f5f8;
  --card: #ffffff;
  --ink: #171a26;
  --muted: #565c70;
  --line: #dde0e8;
  --accent: #2447c5;
  --accent-ink: #ffffff;
  --good: #17693a;
  --good-soft: #e3f4e9;
  --bad: #a3221d;
  --bad-soft: #fceae9;
  --test: #ffd24d;
  --test-ink: #3a2c00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11131a;
    --card: #1a1d27;
    --ink: #eceef4;
    --muted: #a4aabd;
    --line: #30354a;
    --accent: #8ea6ff;
    --accent-ink: #10152b;
    --good: #7fdba3;
    --good-soft: #16301f;
    --bad: #ff9c95;
    --bad-soft: #3a1a1a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  background: var(--page);
  color: var(--ink);
  font: 1.0625rem/1.5 system-ui, 'Noto Sans', 'Noto Sans Devanagari', sans-serif;
  overflow-wrap: anywhere;
}
.test {
  margin: 0;
  padding: .5rem 1rem;
  background: var(--test);
  color: var(--test-ink);
  font-size: .9375rem;
  text-align: center;
}
.test strong { letter-spacing: .08em; margin-right: .25rem; }
.masthead, main, footer {
  width: 100%;
  max-width: 38rem;
  margin: 0 auto;
  padding: 0 1rem;
}
.masthead {
  display: flex;
  align-items: center;
  gap: .625rem;
  padding-top: 1rem;
  padding-bottom: 1rem;
  font-weight: 650;
  letter-spacing: .01em;
}
.masthead img { display: block; }
main { flex: 1; }
footer { padding-top: 1.5rem; padding-bottom: 2rem; color: var(--muted); font-size: .875rem; }
.card {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 1rem;
  padding: 1.25rem;
  margin-bottom: 1rem;
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 1.0625rem; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; }
p:last-child { margin-bottom: 0; }
form { margin: 0 0 .75rem; }
form:last-child { margin-bottom: 0; }
.eyebrow { color: var(--muted); font-size: .9375rem; margin-bottom: .25rem; }
.badge {
  display: inline-block;
  border-radius: 2rem;
  padding: .125rem .75rem;
  margin-bottom: .75rem;
  font-size: .875rem;
  font-weight: 600;
  background: var(--page);
  color: var(--muted);
}
.badge.good { background: var(--good-soft); color: var(--good); }
.badge.bad { background: var(--bad-soft); color: var(--bad); }
.alert {
  border-left: .25rem solid var(--bad);
  border-radius: .375rem;
  background: var(--bad-soft);
  color: var(--bad);
  padding: .75rem 1rem;
}
.people { list-style: none; margin: 0; padding: 0; }
.people li { display: flex; gap: .75rem; padding: .625rem 0; border-top: 1px solid var(--line); }
.people li:first-child { border-top: 0; padding-top: 0; }
.people li:last-child { padding-bottom: 0; }
.mark {
  flex: none;
  width: 1.75rem;
  height: 1.75rem;
  border-radius: 50%;
  border: 2px solid var(--line);
  color: var(--muted);
  font-size: .875rem;
  font-weight: 650;
  display: grid;
  place-items: center;
}
.is-signed .mark { border-color: var(--good); background: var(--good-soft); color: var(--good); }
.is-next .mark { border-color: var(--accent); color: var(--accent); }
.who { display: block; font-weight: 600; }
.when { display: block; color: var(--muted); font-size: .9375rem; }
.consent { display: flex; gap: .75rem; align-items: flex-start; margin: 0 0 1rem; cursor: pointer; }
.consent input { flex: none; width: 1.375rem; height: 1.375rem; margin: .125rem 0 0; accent-color: var(--accent); }
button, .button {
  display: block;
  width: 100%;
  min-height: 3rem;
  padding: .6875rem 1.25rem;
  border: 0;
  border-radius: .75rem;
  background: var(--accent);
  color: var(--accent-ink);
  font: inherit;
  font-weight: 650;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.hint { color: var(--muted); font-size: .9375rem; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .375rem 1rem; margin: .75rem 0 0; font-size: .9375rem; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; min-width: 0; }
code { font: .875em/1.4 ui-monospace, 'DejaVu Sans Mono', monospace; }
summary { cursor: pointer; font-weight: 600; }
@media (min-width: 40rem) {
  .card { padding: 1.75rem; }
  h1 { font-size: 1.75rem; }
  button, .button { width: auto; min-width: 15rem; }
}
@media print {
  .masthead, footer, button, .button { display: none; }
}
`;
