import { PNG } from 'pngjs';

/** A PNG with a pattern, half of it transparent. */
export function aLogo({ width = 240, height = 80 } = {}): Buffer {
  const image = new PNG({ width, height });
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isInk = (x - height / 2) ** 2 + (y - height / 2) ** 2 < (height / 2.2) ** 2;
    image.data.set(
      isInk ? [14, 92, 88, 255] : [x & 255, 120, 90, y > height / 2 ? 160 : 0],
      at * 4,
    );
  }
  return PNG.sync.write(image);
}

/** The largest TEST logo in colours of 16 bits, all of one. */
export function aDeepLogo(): Buffer {
  const side = 1000;
  const options = { bitDepth: 16, colorType: 6, inputColorType: 6 } as const;
  return PNG.sync.write(new PNG({ width: side, height: side }), options);
}
