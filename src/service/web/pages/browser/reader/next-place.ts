import type { Sheet } from './sheets.ts';
import { filled } from './sheets.ts';

/** Leads around the signer's places. The button keeps the focus, to be pressed again. */
export function offerNextPlace(sheets: readonly Sheet[]): void {
  const button = document.querySelector<HTMLButtonElement>('[data-next-place]');
  const said = button?.parentElement?.querySelector('output');
  const places = sheets.flatMap(({ number, yours }) => yours.map((part) => ({ number, part })));
  if (!button || !said || places.length === 0) return;
  let shown = -1;
  button.onclick = () => {
    shown = (shown + 1) % places.length;
    const place = places[shown];
    if (!place) return;
    place.part.scrollIntoView({ block: 'center', inline: 'center' });
    const values = { page: place.number, number: shown + 1, count: places.length };
    said.textContent = filled(button.dataset.nextPlace, values);
  };
  button.hidden = false;
}
