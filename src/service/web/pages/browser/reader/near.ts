import type { Sheet } from './sheets.ts';
import { filled } from './sheets.ts';

/** Reports elements entering or leaving a strip of the screen; returns how to stop. */
function watch(
  elements: readonly Element[],
  rootMargin: string,
  moved: (element: Element, isInside: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) moved(target, isIntersecting);
    },
    { rootMargin },
  );
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}

export const watchNear = (
  elements: readonly Element[],
  moved: (element: Element, isNear: boolean) => void,
): (() => void) => watch(elements, '100% 0px', moved);

/** Shows the number of the page in mid-screen; returns a getter for it. */
export function showPosition(viewer: HTMLElement, sheets: readonly Sheet[]): () => number {
  const label = viewer.querySelector('[data-position]');
  let current = 1;
  const show = () => {
    const values = { page: current, pages: sheets.length };
    if (label) label.textContent = filled(viewer.dataset.page, values);
  };
  const numbers = new Map<Element, number>(sheets.map(({ element, number }) => [element, number]));
  watch([...numbers.keys()], '-50% 0px -50% 0px', (element, isInMiddle) => {
    if (isInMiddle) current = numbers.get(element) ?? current;
    show();
  });
  show();
  return () => current;
}
