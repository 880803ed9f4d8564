import { expect, test } from 'vitest';
import { ApiError } from '../../../src/client/index.ts';
import { aClient, failureOf, SMALL_PDF } from '../../support/client/a-client.ts';
import { reply, startScript } from '../../support/network/scripted-tcp.ts';

test('no hook and no error shows the authority of a download link', async () => {
  const { baseUrl } = await startScript(
    reply(302, '', `Location: /other-secret?signature=secret`),
    reply(200, SMALL_PDF),
    reply(403, ''),
  );
  const seen: unknown[] = [];
  const see = (event: unknown) => void seen.push(event);
  const hooks = { onRequest: see, onResponse: see, onRetry: see };
  const { client } = aClient(baseUrl, { hooks });
  const link = `${baseUrl}/download/secret-token?expires=secret`;
  expect(String(await (await client.documents.download(link)).bytes())).toBe(SMALL_PDF);
  const error = await failureOf(client.documents.download(link), ApiError);
  expect(JSON.stringify([seen, error])).not.toContain('secret');
  expect(error.path).toBe('/…');
  expect(seen).toContainEqual(expect.objectContaining({ url: `${baseUrl}/…` }));
});
