import { execFileSync } from 'node:child_process';

/** A page as poppler draws it, in shades of grey from the top left. */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Buffer;
}

const MOST_BYTES = 500_000_000;
const HEADER = /^P5\s+(\d+)\s+(\d+)\s+255\s/;

/** Draws every page of a file inside its crop box, with `scale` pixels a point. */
export function pagePictures(path: string, scale: number): PagePicture[] {
  const resolution = String(72 * scale);
  let rest = execFileSync('pdftoppm', ['-cropbox', '-gray', '-r', resolution, path], {
    maxBuffer: MOST_BYTES,
  });
  const pictures: PagePicture[] = [];
  while (rest.length > 0) {
    const header = HEADER.exec(rest.toString('latin1', 0, 40));
    if (!header) throw new Error('pdftoppm wrote no picture');
    const [width, height] = [Number(header[1]), Number(header[2])];
    const end = header[0].length + width * height;
    pictures.push({ width, height, grey: rest.subarray(header[0].length, end) });
    rest = rest.subarray(end);
  }
  return pictures;
}
