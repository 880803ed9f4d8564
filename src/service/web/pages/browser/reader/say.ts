/** Shows a message above the pages; an empty one removes it. Returns its element. */
export function say(viewer: HTMLElement, words: string, role: 'status' | 'alert'): HTMLElement {
  viewer.querySelector('[data-said]')?.remove();
  const line = document.createElement('p');
  if (!words) return line;
  line.dataset.said = '';
  line.className = role === 'alert' ? 'alert' : 'hint';
  line.setAttribute('role', role);
  line.textContent = words;
  viewer.querySelector('[data-sheets]')?.before(line);
  return line;
}

/** Adds a progress bar with a percentage; returns the function to update it, from 0 to 1. */
export function showProgress(line: HTMLElement, label: string): (share: number) => void {
  const bar = document.createElement('progress');
  bar.setAttribute('aria-label', label);
  // Screen readers follow the bar: announcing each percentage would be too much.
  const number = document.createElement('span');
  number.setAttribute('aria-hidden', 'true');
  line.append(' ', number, bar);
  return (share) => {
    bar.value = share;
    number.textContent = `${Math.floor(share * 100)}\u00a0%`;
  };
}
