/**
 * Runs before anything is drawn: until then, and where scripts are blocked, a page links to its
 * document instead of showing it.
 */
const { classList } = document.documentElement;
classList.add('scripted');
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) classList.remove('scripted');
  },
  true,
);
