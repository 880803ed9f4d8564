import { expect, onTestFinished, test } from 'vitest';
import { barText } from '../../../src/cli/terminal/progress-line.ts';
import { MeteredTransport } from '../../../src/cli/transport/metered-transport.ts';
import { NodeTransport } from '../../../src/client/index.ts';
import { readFrom, requestTo, textOf } from '../../support/client/transport-world.ts';
import { serveHttp } from '../../support/network/http-server.ts';

const LARGE = 1024 * 1024 + 1;

/** A transport whose bars are written down. */
function written() {
  const bars: { label: string; total: number; shown: number[]; isClosed: boolean }[] = [];
  const transport = new MeteredTransport(new NodeTransport(), async (label, total) => {
    const bar = { label, total, shown: [] as number[], isClosed: false };
    bars.push(bar);
    return {
      show: (bytes) => void bar.shown.push(bytes),
      close: () => {
        bar.isClosed = true;
      },
    };
  });
  onTestFinished(() => transport.close());
  return { transport, bars };
}

const serve = () =>
  serveHttp(({ url, body }, response) => {
    const size = url === '/large' ? LARGE : 10;
    response
      .writeHead(200, { 'content-length': size })
      .end(Buffer.alloc(size, body.length ? 'u' : 'd'));
  });

test('large transfers have a bar that ends full, small ones have none', async () => {
  const { baseUrl } = await serve();
  const { transport, bars } = written();
  const body = Buffer.alloc(LARGE, 'x');
  const headers = { 'content-length': String(LARGE) };
  await textOf(await transport.send(requestTo(`${baseUrl}/small`, { body, headers })));
  await textOf(await transport.send(readFrom(`${baseUrl}/large`)));
  await textOf(await transport.send(readFrom(`${baseUrl}/small`)));
  expect(bars).toMatchObject([
    { label: 'uploading', total: LARGE, isClosed: true },
    { label: 'downloading', total: LARGE, isClosed: true },
  ]);
  for (const { shown } of bars) expect(shown.at(-1)).toBe(LARGE);
});

test('the bar of a failed upload is closed', async () => {
  const { baseUrl } = await serveHttp((_, response) => void response.socket?.destroy());
  const { transport, bars } = written();
  const body = Buffer.alloc(LARGE, 'x');
  const request = requestTo(baseUrl, { body, headers: { 'content-length': String(LARGE) } });
  await expect(transport.send(request)).rejects.toThrow();
  expect(bars).toMatchObject([{ isClosed: true }]);
});

const BARS = [
  [0, 'uploading  ░░░░░░░░░░░░░░░░░░░░░░░░   0 %  0.0 of 2.0 MB'],
  [1024 * 1024, 'uploading  ████████████░░░░░░░░░░░░  50 %  1.0 of 2.0 MB'],
  [2 * 1024 * 1024, 'uploading  ████████████████████████ 100 %  2.0 of 2.0 MB'],
] as const;

test.each(BARS)('%i bytes of two megabytes are shown as %s', (bytes, text) => {
  expect(barText('uploading', bytes, 2 * 1024 * 1024)).toBe(text);
});
