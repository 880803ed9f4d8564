/** As the API takes it: from the page's bottom left, in points. */
export interface PagePlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest that a signature takes. */
export const SIZE = { width: 140, height: 110 };

export interface PaperSize {
  readonly width: number;
  readonly height: number;
}

export const fieldOf = (row: Element, name: string) =>
  row.querySelector<HTMLInputElement>(`[name^="${name}-"]`);

export const sheetOf = (page: number): HTMLElement | null =>
  document.getElementById(`page-${page}`);

/** In points. */
export function sizeOf(sheet: HTMLElement): PaperSize {
  const box = sheet.querySelector('svg')?.getAttribute('viewBox') ?? '';
  const [, , width = 1, height = 1] = box.split(' ').map(Number);
  return { width, height };
}

const within = (value: number, most: number): number =>
  Math.round(Math.min(Math.max(value, 0), Math.max(most, 0)) * 10) / 10;

/** Moved into its page. */
export const kept = (place: PagePlace, paper: PaperSize): PagePlace => ({
  ...place,
  x: within(place.x, paper.width - place.width),
  y: within(place.y, paper.height - place.height),
});

/** None for a signer who is placed otherwise. */
export function placesOf(row: Element): PagePlace[] {
  const isOnPage = fieldOf(row, 'where')?.value === 'page';
  const text = fieldOf(row, 'places')?.value;
  return isOnPage && text ? JSON.parse(text) : [];
}

/** Without places, the signature goes into white space. */
export function keepPlaces(row: Element, places: readonly PagePlace[]): void {
  const [field, where] = [fieldOf(row, 'places'), fieldOf(row, 'where')];
  if (!field || !where) return;
  field.value = places.length > 0 ? JSON.stringify(places) : '';
  where.value = places.length > 0 ? 'page' : 'space';
}
