import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { answerJson, serveHttp } from '../support/network/http-server.ts';
import { removeFolder } from '../support/remove-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Advisories = Readonly<Record<string, { severity: string; vulnerable_versions?: string }>>;

/** Runs the audit against a registry with these advisories; null is a registry that does not answer audits. */
async function audit(advisories: Advisories | null) {
  const { baseUrl, received } = await serveHttp(({ method }, response) => {
    if (method !== 'POST' || advisories === null)
      return answerJson(response, 405, { error: 'not allowed' });
    const listed = Object.entries(advisories).map(([name, one], id) => [
      name,
      [
        {
          id,
          url: 'https://example.com',
          title: `Trouble in ${name}`,
          vulnerable_versions: '*',
          ...one,
        },
      ],
    ]);
    return answerJson(response, 200, Object.fromEntries(listed));
  });
  // npm keeps what it knows of an advisory
  const cache = await mkdtemp(join(tmpdir(), 'esign-audit-'));
  onTestFinished(() => removeFolder(cache));
  const npm = { registry: baseUrl, fetch_retries: '0', cache };
  const settings = Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value]);
  const options = { cwd: ROOT, env: { ...process.env, ...Object.fromEntries(settings) } };
  const argv = ['--import', 'tsx', 'scripts/audit.ts'];
  return await new Promise<{ code: unknown; lines: string[]; asked: boolean }>((resolve) => {
    execFile(process.execPath, argv, options, (error, stdout) =>
      resolve({
        code: error?.code ?? 0,
        lines: stdout.trim().split('\n'),
        asked: received.some(({ method }) => method === 'POST'),
      }),
    );
  });
}

test('a grave advisory about a bundled package fails the audit, and is named', async () => {
  const { code, lines } = await audit({
    fastify: { severity: 'high' },
    semver: { severity: 'critical' },
  });
  expect(code).toBe(1);
  expect(lines[0]).toMatch(/^audited \d{3} bundled packages$/);
  expect(lines.slice(1).sort()).toEqual([
    expect.stringMatching(/^fastify@[\d.]+: high: Trouble in fastify$/),
    expect.stringMatching(/^semver@[\d.]+: critical: Trouble in semver$/),
  ]);
});

test('other advisories do not: less grave ones, and those about tools and about other releases', async () => {
  const { code, lines } = await audit({
    fastify: { severity: 'moderate' },
    vitest: { severity: 'critical' },
    ajv: { severity: 'critical', vulnerable_versions: '<1' },
  });
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [expect.stringMatching(/^audited \d{3} bundled packages$/)],
  });
});

test('where the registry does not answer audits, it says so and passes', async () => {
  const { code, lines, asked } = await audit(null);
  expect({ code, asked, lines }).toEqual({
    code: 0,
    asked: true,
    lines: [
      expect.stringMatching(
        /^\d{3} bundled packages not audited: the registry does not answer audits$/,
      ),
    ],
  });
});
