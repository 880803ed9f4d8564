/** Page widths as shares of the column. */
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
const LEAST = 0.5;
const MOST = 4;

/** Returns `zoom` at the end. */
export const stepFrom = (zoom: number, direction: 1 | -1): number =>
  (direction > 0
    ? STEPS.find((step) => step > zoom)
    : [...STEPS].reverse().find((step) => step < zoom)) ?? zoom;

/** On the screen, in CSS pixels. */
interface ZoomPoint {
  readonly x: number;
  readonly y: number;
}

/** Resizes the pages while the content under a point stays in place. */
function keepInPlace(pane: HTMLElement, { x, y }: ZoomPoint, change: () => void): void {
  const pages = [...pane.children];
  const page = pages.find((one) => one.getBoundingClientRect().bottom > y) ?? pages.at(-1);
  const before = page?.getBoundingClientRect();
  change();
  const after = page?.getBoundingClientRect();
  if (!before || !after) return;
  const across = (x - before.left) / before.width;
  const down = (y - before.top) / before.height;
  pane.scrollLeft += after.left + across * after.width - x;
  scrollBy(0, after.top + down * after.height - y);
}

const PERCENT = 100;
/** Waits for more steps or finger moves before redrawing. */
const SETTLED_MS = 200;

/** Zooms by buttons and by pinching; calls `resized` once the size has settled. */
export function offerZoom(viewer: HTMLElement, resized: () => void): void {
  const pane = viewer.querySelector<HTMLElement>('[data-sheets]');
  const level = viewer.querySelector('[data-level]');
  if (!pane || !level) return;
  let zoom = 1;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(wanted: number, at: ZoomPoint): void {
    zoom = Math.min(Math.max(wanted, LEAST), MOST);
    if (!pane || !level) return;
    keepInPlace(pane, at, () => pane.style.setProperty('--zoom', String(zoom)));
    level.textContent = `${Math.round(zoom * PERCENT)}%`;
    // When wider than its column, it scrolls sideways; this allows keyboards, too.
    if (zoom > 1) pane.tabIndex = 0;
    else pane.removeAttribute('tabindex');
    clearTimeout(timer);
    timer = setTimeout(resized, SETTLED_MS);
  }

  for (const button of viewer.querySelectorAll<HTMLButtonElement>('[data-zoom]')) {
    button.onclick = () => {
      const direction = button.dataset.zoom === 'in' ? 1 : -1;
      set(stepFrom(zoom, direction), { x: innerWidth / 2, y: innerHeight / 2 });
    };
  }
  followFingers(pane, { zoom: () => zoom, set });
}

interface Zoomed {
  zoom(): number;
  set(wanted: number, at: ZoomPoint): void;
}

const [APART, MIDDLE] = [
  ([a, b]: readonly Touch[]) =>
    a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0,
  ([a, b]: readonly Touch[]) => ({
    x: ((a?.clientX ?? 0) + (b?.clientX ?? 0)) / 2,
    y: ((a?.clientY ?? 0) + (b?.clientY ?? 0)) / 2,
  }),
];

function followFingers(pane: HTMLElement, { zoom, set }: Zoomed): void {
  let start: { readonly apart: number; readonly zoom: number } | undefined;
  pane.ontouchstart = ({ touches }) => {
    start = touches.length === 2 ? { apart: APART([...touches]), zoom: zoom() } : undefined;
  };
  pane.ontouchend = () => {
    start = undefined;
  };
  pane.addEventListener(
    'touchmove',
    (event) => {
      if (!start || event.touches.length !== 2) return;
      event.preventDefault();
      const touches = [...event.touches];
      set((start.zoom * APART(touches)) / start.apart, MIDDLE(touches));
    },
    { passive: false },
  );
}
