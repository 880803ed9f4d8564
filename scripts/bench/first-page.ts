import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { EsignClient } from '../../src/client/index.ts';
import { timedInTurn } from './measure.ts';
import { openPlainViewer } from './plain-viewer.ts';
import { milliseconds, report, times } from './report.ts';
import { scannedPdf } from './scanned-pdf.ts';
import { openBenchService } from './service.ts';

const RUNS = 3;
const PDF_BYTES = 10_000_000;
/** A slow line and a slow phone. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 96_000,
};
const SLOWER = 4;
const PHONE = { width: 360, height: 740 };
const MOST_MS = 120_000;

/** Time to the first page of a scan of 10 MB on a slow line, against pdf.js alone. The first page is last in the file. */
export async function benchFirstPage(): Promise<void> {
  const [service, browser] = [
    await openBenchService(),
    await chromium.launch({
      executablePath: '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox'],
    }),
  ];
  const scan = await scanBy(browser);
  const pdf = scannedPdf(
    Array.from({ length: Math.floor(PDF_BYTES / scan.bytes.length) }, () => scan),
  );
  const plain = await openPlainViewer(pdf);
  const path = await signPath(service, pdf);
  const [ours, alone] = await timedInTurn(RUNS, [
    () => showFirstPage(browser, new URL(path, service.url).href),
    () => showFirstPage(browser, plain.url),
  ]);
  report('first page of a 10 MB scan, 1.6 Mbit/s, 4 x slower processor', [
    { what: 'pdf.js alone', value: milliseconds(alone) },
    {
      what: 'signing page',
      value: milliseconds(ours),
      ratio: times(ours / alone, 'pdf.js alone'),
      goal: 'at most 1.3 x',
    },
  ]);
  plain.close();
  await browser.close();
  await service.close();
}

/** A page of noise in the size of a scan at 150 dots an inch, as JPEG. */
async function scanBy(browser: Browser) {
  const [width, height] = [1240, 1754];
  const page = await browser.newPage();
  const url = await page.evaluate(
    ([across, down]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [across, down];
      const context = canvas.getContext('2d');
      const image = new ImageData(across, down);
      for (let at = 0; at < image.data.length; at += 1)
        image.data[at] = at % 4 === 3 ? 255 : 60 + Math.random() * 80;
      context?.putImageData(image, 0, 0);
      return canvas.toDataURL('image/jpeg', 0.7);
    },
    [width, height] as const,
  );
  await page.close();
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return { width, height, bytes, isJpeg: true };
}

async function signPath(
  service: Awaited<ReturnType<typeof openBenchService>>,
  pdf: Buffer,
): Promise<string> {
  const file = join(service.folder, 'scan.pdf');
  await writeFile(file, pdf);
  const { documents } = new EsignClient({ baseUrl: service.url, apiKey: service.apiKey });
  const { documentId } = await documents.create(file);
  await documents.addSigners(documentId, [
    { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' },
  ]);
  const { signers } = await documents.send(documentId);
  return new URL(signers[0]?.signUrl ?? '').pathname;
}

/** Opens an address in a browser that has nothing cached, until the first canvas shows the scan. */
async function showFirstPage(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'commit', timeout: MOST_MS });
  await untilDrawn(page);
  await context.close();
}

async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const canvas = document.querySelector('canvas');
      if (!canvas?.width || !canvas.height) return false;
      const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      copy?.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
      const [red = 0, , , alpha = 0] = copy?.getImageData(0, 0, 1, 1).data ?? [];
      return alpha === 255 && red < 200;
    },
    undefined,
    { polling: 100, timeout: MOST_MS },
  );
}
