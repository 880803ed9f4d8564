/** As the API takes it: from the page's bottom left, in points. */
interface PagePlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest that a signature takes. */
const SIZE = { width: 140, height: 110 };

interface PaperSize {
  readonly width: number;
  readonly height: number;
}

const fieldOf = (row: Element, name: string) =>
  row.querySelector<HTMLInputElement>(`[name^="${name}-"]`);

const sheetOf = (page: number): HTMLElement | null => document.getElementById(`page-${page}`);

/** In points. */
function sizeOf(sheet: HTMLElement): PaperSize {
  const box = sheet.querySelector('svg')?.getAttribute('viewBox') ?? '';
  const [, , width = 1, height = 1] = box.split(' ').map(Number);
  return { width, height };
}

const within = (value: number, most: number): number =>
  Math.round(Math.min(Math.max(value, 0), Math.max(most, 0)) * 10) / 10;

/** Moved into its page. */
const kept = (place: PagePlace, paper: PaperSize): PagePlace => ({
  ...place,
  x: within(place.x, paper.width - place.width),
  y: within(place.y, paper.height - place.height),
});

/** None for a signer who is placed otherwise. */
function placesOf(row: Element): PagePlace[] {
  const isOnPage = fieldOf(row, 'where')?.value === 'page';
  const text = fieldOf(row, 'places')?.value;
  return isOnPage && text ? JSON.parse(text) : [];
}

/** Without places, the signature goes into white space. */
function keepPlaces(row: Element, places: readonly PagePlace[]): void {
  const [field, where] = [fieldOf(row, 'places'), fieldOf(row, 'where')];
  if (!field || !where) return;
  field.value = places.length > 0 ? JSON.stringify(places) : '';
  where.value = places.length > 0 ? 'page' : 'space';
}

/** Of an arrow key, in points; with Shift, 1. */
const STEP = 10;

const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const rowOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;

/** The page in the middle of the screen; the first one while the reader is below it. */
function pageInView(): number {
  const all = [...document.querySelectorAll('.sheet')];
  const seen = all.findIndex((sheet) => sheet.getBoundingClientRect().bottom > innerHeight / 2);
  return seen < 0 ? all.length : seen + 1;
}

/** Says in the row where its places are, and shows what its way of placing needs. */
function tellPlaces(row: HTMLElement, places: readonly PagePlace[]): void {
  const pages = places.map(({ page }) => page).join(', ');
  const line = row.querySelector<HTMLElement>('[data-placed]');
  if (line) line.textContent = pages && (line.dataset.placed ?? '').replace('{pages}', pages);
  const beside = row.querySelector<HTMLElement>('[data-beside]');
  if (beside) beside.hidden = fieldOf(row, 'where')?.value !== 'words';
  row.querySelector('[data-place]')?.removeAttribute('hidden');
}

/** Puts signatures on the pages of the reader, by clicks, dragging and keys. */
export class Places {
  readonly #draft: HTMLElement;
  #chosen: HTMLElement | undefined;

  constructor(draft: HTMLElement, sheets: HTMLElement) {
    this.#draft = draft;
    sheets.addEventListener('click', (event) => this.#putAtClick(event));
    draft.addEventListener('focusin', (event) => this.#choose(rowOf(event)));
    draft.addEventListener('change', () => this.show());
    draft.addEventListener('click', (event) => {
      const row = rowOf(event);
      const isAsked = event.target instanceof Element && event.target.closest('[data-place]');
      if (row && isAsked) this.#putInMiddle(row);
    });
    new MutationObserver(() => this.show()).observe(sheets, { childList: true });
    const help = document.querySelector<HTMLElement>('[data-help]');
    if (help) help.hidden = false;
    this.show();
  }

  #rows(): HTMLElement[] {
    return [...this.#draft.querySelectorAll<HTMLElement>('[data-rows] > [data-row]')];
  }

  #choose(row: HTMLElement | null): void {
    if (!row) return;
    this.#chosen = row;
    for (const one of this.#rows()) one.toggleAttribute('data-chosen', one === row);
  }

  /** Draws the places of all rows. */
  show(): void {
    for (const box of document.querySelectorAll('.place')) box.remove();
    for (const row of this.#rows()) {
      const places = placesOf(row);
      for (const place of places) sheetOf(place.page)?.append(this.#boxOf(row, place));
      tellPlaces(row, places);
    }
  }

  /** One place a page: another replaces it. */
  #put(row: HTMLElement, place: PagePlace): void {
    const sheet = sheetOf(place.page);
    if (!sheet) return;
    const others = placesOf(row).filter(({ page }) => page !== place.page);
    const all = [...others, kept(place, sizeOf(sheet))];
    keepPlaces(
      row,
      all.sort((a, b) => a.page - b.page),
    );
    this.show();
    sheet.querySelector<HTMLElement>(`[data-of="${row.dataset.row}"]`)?.focus();
  }

  #putAtClick({ target, clientX, clientY }: MouseEvent): void {
    const row = this.#chosen?.isConnected ? this.#chosen : this.#rows()[0];
    if (!row || !(target instanceof Element) || target.closest('.place')) return;
    const sheet = target.closest<HTMLElement>('.sheet');
    const isSelecting = getSelection()?.isCollapsed === false;
    if (!sheet || isSelecting) return;
    const { left, bottom, width } = sheet.getBoundingClientRect();
    const scale = sizeOf(sheet).width / width;
    const x = (clientX - left) * scale - SIZE.width / 2;
    const y = (bottom - clientY) * scale - SIZE.height / 2;
    this.#put(row, { page: Number(sheet.id.replace('page-', '')), x, y, ...SIZE });
  }

  #putInMiddle(row: HTMLElement): void {
    const page = pageInView();
    const sheet = sheetOf(page);
    if (!sheet) return;
    const { width, height } = sizeOf(sheet);
    const middle = { x: (width - SIZE.width) / 2, y: (height - SIZE.height) / 2 };
    this.#put(row, { page, ...middle, ...SIZE });
  }

  #boxOf(row: HTMLElement, place: PagePlace): HTMLElement {
    const box = document.createElement('button');
    const name = fieldOf(row, 'name')?.value || row.querySelector('legend')?.textContent || '';
    const label = this.#draft.dataset.label ?? '';
    const values = { '{name}': name, '{page}': String(place.page) };
    box.type = 'button';
    box.className = 'place';
    box.dataset.of = row.dataset.row;
    box.textContent = name;
    box.setAttribute(
      'aria-label',
      label.replace(/\{(?:name|page)\}/g, (key) => Reflect.get(values, key)),
    );
    lay(box, place);
    box.addEventListener('focus', () => this.#choose(row));
    box.addEventListener('keydown', (event) => this.#moveByKey(event, row, place));
    box.addEventListener('pointerdown', (event) => this.#drag(event, row, place));
    return box;
  }

  #moveByKey(event: KeyboardEvent, row: HTMLElement, place: PagePlace): void {
    const move = MOVES[event.key];
    const isRemoved = event.key === 'Delete' || event.key === 'Backspace';
    if (!move && !isRemoved) return;
    event.preventDefault();
    if (move) {
      const step = event.shiftKey ? 1 : STEP;
      this.#put(row, { ...place, x: place.x + move[0] * step, y: place.y + move[1] * step });
      return;
    }
    keepPlaces(
      row,
      placesOf(row).filter(({ page }) => page !== place.page),
    );
    this.show();
    row.querySelector<HTMLElement>('[data-place]')?.focus();
  }

  #drag(event: PointerEvent, row: HTMLElement, place: PagePlace): void {
    const box = event.currentTarget;
    const sheet = sheetOf(place.page);
    if (!(box instanceof HTMLElement) || !sheet) return;
    box.setPointerCapture(event.pointerId);
    const paper = sizeOf(sheet);
    const scale = paper.width / sheet.clientWidth;
    const at = ({ clientX, clientY }: PointerEvent): PagePlace => {
      const x = place.x + (clientX - event.clientX) * scale;
      const y = place.y - (clientY - event.clientY) * scale;
      return kept({ ...place, x, y }, paper);
    };
    box.onpointermove = (moved) => lay(box, at(moved));
    box.onpointerup = (moved) => this.#put(row, at(moved));
  }
}

/** Lays a box on its page, whatever the zoom. */
function lay(box: HTMLElement, { page, x, y, width, height }: PagePlace): void {
  const sheet = sheetOf(page);
  if (!sheet) return;
  const paper = sizeOf(sheet);
  const shares = { left: x / paper.width, bottom: y / paper.height };
  const size = { width: width / paper.width, height: height / paper.height };
  for (const [name, share] of Object.entries({ ...shares, ...size }))
    box.style.setProperty(name, `${share * 100}%`);
}
