import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../network/loopback.ts';
import type { ToolProject } from './tool-project.ts';

/** A version that runs on Node 20. */
export const PRISM = '@stoplight/prism-cli@5.14.2';

/** A proxy that holds each request and each response against an OpenAPI document. */
export interface Prism {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts Prism before a service. What does not fit the document `spec` is answered with `application/problem+json`. */
export async function startPrism(
  project: ToolProject,
  spec: string,
  service: string,
): Promise<Prism> {
  const port = await freePort();
  const words = [project.bin('prism'), 'proxy', spec, service, '--errors', '--port', `${port}`];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  const listening = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk;
        if (said.includes('Prism is listening')) resolve();
      });
    child.once('exit', () => reject(new Error(`Prism did not start: ${said}`)));
  });
  await listening;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill();
      await ended;
    },
  };
}
