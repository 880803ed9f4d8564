import type { Sheet } from './sheets.ts';
import { filled } from './sheets.ts';

function showPart(sheet: Sheet, part: Element): void {
  part.scrollIntoView({ block: 'center', inline: 'center' });
  sheet.element.focus({ preventScroll: true });
}

export function linkPlaces(sheets: readonly Sheet[]): void {
  const list = document.querySelector<HTMLElement>('[data-places]');
  const places = sheets.flatMap((sheet) => sheet.yours.map((part) => ({ sheet, part })));
  if (!list || places.length === 0) return;
  const links = places.map(({ sheet, part }, index) => {
    const link = document.createElement('a');
    const values = { page: sheet.number, number: index + 1, count: places.length };
    link.href = `#${sheet.element.id}`;
    link.textContent = filled(list.dataset.place, values);
    link.setAttribute('aria-label', filled(list.dataset.label, values));
    link.addEventListener('click', (event) => {
      event.preventDefault();
      showPart(sheet, part);
    });
    return link;
  });
  list.querySelector('[data-links]')?.replaceChildren(...links);
}
