const UNITS = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
] as const;

/** In powers of 1000: `1.2 GB`. */
export function sizeText(bytes: number): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least) ?? ['bytes', 1];
  return size === 1 ? counted(bytes, 'byte') : `${(bytes / size).toFixed(1)} ${unit}`;
}

export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
