import { open } from 'node:fs/promises';
import { saveFile } from '../../../client/index.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { escapedHtml } from '../../terminal/harmless.ts';
import type { DeliveryView } from './delivery-lines.ts';
import { detailLines, summaryLine, toneOf } from './delivery-lines.ts';
import type { ReceivedDelivery } from './received-delivery.ts';

/** By which a page of an earlier run is known, and may be replaced. */
const BEGINNING = '<!doctype html><!-- esign webhook listen -->';
const OWNER_ONLY = 0o600;

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
summary { font-family: monospace; padding: .4em 0; overflow-wrap: anywhere }
.bad > summary { color: #b3261e }
pre { background: #f2f2f2; padding: 1em; white-space: pre-wrap; overflow-wrap: anywhere }`;

function inspectPage(deliveries: readonly ReceivedDelivery[], view: DeliveryView): string {
  const parts = deliveries.map((delivery) => {
    const lines = detailLines(delivery, view).map(escapedHtml).join('\n');
    const head = escapedHtml(summaryLine(delivery));
    return `<details class="${toneOf(delivery)}"><summary>${head}</summary><pre>${lines}</pre></details>`;
  });
  return `${BEGINNING}
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Webhook deliveries</title><style>${STYLE}</style></head><body>
<h1>Webhook deliveries</h1>
<p>Newest first, as they arrived at this machine; headers and bodies hold personal data. Reload to see more.</p>
${parts.reverse().join('\n')}
</body></html>
`;
}

async function beginningOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length));
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Throws a `CliError` (exit 2) for a file that is no page of an earlier run. */
export async function assertReplaceable(path: string): Promise<void> {
  const beginning = await beginningOf(path);
  if (beginning === undefined || beginning === BEGINNING) return;
  throw new CliError({
    code: 'file_exists',
    what: `${path} exists already, and is no page of webhook listen`,
    next: 'name another file with --inspect',
    exitCode: EXIT.usage,
  });
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Replaces the page; for the file's owner only, since bodies hold personal data. */
export async function writeInspectPage(
  path: string,
  deliveries: readonly ReceivedDelivery[],
  view: DeliveryView,
): Promise<void> {
  const page = once(inspectPage(deliveries, view));
  await saveFile(page, path, { force: true, mode: OWNER_ONLY });
}
