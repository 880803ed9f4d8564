import { SandboxRefused } from './sandbox-errors.ts';

/**
 * Checks that a webhook has somewhere to go.
 * @throws {SandboxRefused} when the text is no http or https address
 */
export function checkWebhookUrl(url: string): void {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (protocol === 'http:' || protocol === 'https:') return;
  throw new SandboxRefused('invalid_request', `${url} is no http or https address.`);
}
