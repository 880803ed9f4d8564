import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import Verify from '../../commands/verify.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';
import { REVOCATION_STATUSES } from '../../src/pdf/trust/revocation/revocation.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { verifyWorkerScript } from '../support/pdf/pdf-worker.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFile(at(path), 'utf8');

const page = await read('docs/verification.md');
const trust = await read('docs/trust.md');

/** What stands between two marks of a text. */
function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  expect(start, from).toBeGreaterThan(-1);
  const rest = text.slice(start + from.length);
  const end = rest.indexOf(to);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The texts in quotes between two marks of a source. */
const quotedIn = async (path: string, from: string, to: string): Promise<string[]> =>
  [...between(await read(path), from, to).matchAll(/'(\w+)'/g)].map(([, text = '']) => text);

/** The words in code between two marks of a page. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([\w ]+(?:-\w+)?)`/g)].map(([, word = '']) => word);

/** The cells of the rows of the first table behind a heading. */
function rowsUnder(text: string, heading: string): string[][] {
  const lines = between(text, `\n## ${heading}\n`, '\n## ').split('\n');
  const rows = lines.filter((line) => line.startsWith('| `'));
  return rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| |\|$/g, '').trim()));
}

const FINDINGS = await quotedIn('src/pdf/verification/findings.ts', 'type FindingCode =', ';');

/** Every code that sources of a folder fail with. */
async function failuresIn(folder: string): Promise<string[]> {
  const paths = (await readdir(at(folder))).map((name) => `${folder}/${name}`);
  const sources = (await Promise.all(paths.map(read))).join('\n');
  return [...sources.matchAll(/fail\('(\w+)'/g)].map(([, code = '']) => code);
}

/** The reasons that a picture gives a finding of this code. */
async function pictureReasons(code: string): Promise<string[]> {
  const source = await read('src/pdf/verification/compare-pictures.ts');
  const found = source.matchAll(new RegExp(`code: '${code}', reason: '(\\w+)'`, 'g'));
  return [...found].map(([, reason = '']) => reason);
}

const UNREAD = await quotedIn('src/pdf/verification/changes/analyse.ts', 'const UNREAD:', ';');
const changes = [
  ...(await failuresIn('src/pdf/verification/changes')),
  ...(await failuresIn('src/pdf/verification/xref')),
].filter((code) => !UNREAD.includes(code));

const REASONS: Readonly<Record<string, readonly string[]>> = {
  CHANGED: [...changes, ...(await pictureReasons('CHANGED'))],
  NOT_COMPARED: await pictureReasons('NOT_COMPARED'),
  UNSUPPORTED: await quotedIn('src/pdf/verification/judge-signature.ts', 'UNSUPPORTED =', ';'),
  AUDIT_CHAIN: [
    ...(await quotedIn('src/contract/audit-chain.ts', 'readonly reason:', ';')),
    ...(
      await quotedIn(
        'src/pdf/certificate/read-certificate.ts',
        "fail('AUDIT_CHAIN', message,",
        '}\n  return head',
      )
    ).slice(-1),
  ],
  NAME: await quotedIn('src/pdf/certificate/completion-evidence.ts', 'readonly nameFit:', ';'),
};
const unique = (codes: readonly string[]) => [...new Set(codes)].sort();

test('the table of findings has a row for each code, and for no other', () => {
  const rows = rowsUnder(page, 'Findings').flatMap(([codes = '']) => namedIn(codes));
  expect(FINDINGS.length).toBeGreaterThan(30);
  expect(rows.sort()).toEqual([...FINDINGS].sort());
});

test.each(Object.entries(REASONS))(
  'the reasons of %s are those of the sources',
  (code, reasons) => {
    const listed = namedIn(between(page, `\nReasons of \`${code}\`:`, '\n\n'));
    expect(reasons.length).toBeGreaterThan(1);
    expect(unique(listed)).toEqual(unique(reasons));
  },
);

test('whatever looks like a code on the page is a code', () => {
  const known = new Set([...FINDINGS, ...Object.values(REASONS).flat()]);
  const shown = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code = '']) => code);
  expect(shown.filter((code) => !known.has(code))).toEqual([]);
});

test('the table of levels has every level, from the lowest', async () => {
  const rungs = await quotedIn(
    'src/pdf/verification/judge-all.ts',
    'RUNGS: readonly Rung[] =',
    ';',
  );
  const levels = rowsUnder(page, 'Levels').flatMap(([level = '']) => namedIn(level));
  expect(levels).toEqual([...rungs.map((rung) => `PAdES B-${rung}`), 'PKCS7-B', 'null']);
});

test('the table of revocation has every status, with findings that there are', () => {
  const rows = rowsUnder(trust, 'Revocation');
  expect(rows.flatMap(([status = '']) => namedIn(status))).toEqual([...REVOCATION_STATUSES]);
  const findings = rows.flatMap(([, codes = '']) => namedIn(codes));
  expect(unique(findings)).toEqual(['NOT_REVOKED', 'REVOKED', 'REVOKED_LATER', 'UNKNOWN']);
  expect(FINDINGS).toEqual(expect.arrayContaining(findings));
});

test('the answers on a certificate have every code and every rule', async () => {
  const codes = await quotedIn('src/pdf/pdf-errors.ts', 'type CertificateErrorCode =', ';');
  const rules = await quotedIn('src/pdf/trust/fault.ts', 'type FaultReason =', ';');
  const listed = namedIn(between(trust, '\n## Answers\n', '\n## '));
  expect(unique(listed.filter((word) => word !== 'reason'))).toEqual(
    unique(['TRUSTED', ...codes, ...rules]),
  );
});

test('the page has the exit codes, the limits and the size of the pictures', async () => {
  expect(page).toContain(`The exit code is ${EXIT.done} or ${EXIT.notVerified};`);
  const number = async (path: string, before: string) =>
    Number(
      between(await read(path), before, '\n')
        .match(/^ *([\d_]+)/)?.[1]
        ?.replace('_', ''),
    );
  const verifier = 'src/pdf/verification/verifier.ts';
  const ms = await number(verifier, 'BUDGET: Budget = { ms:');
  const cpuMs = await number(verifier, 'cpuMs:');
  const megabytes = await number(verifier, 'rssMegabytes:');
  const limits = `${ms / 1000} s, ${cpuMs / 1000} s of CPU time and ${megabytes} MB`;
  expect(page).toContain(limits);
  const pictures = await number('src/pdf/verification/verify-worker.ts', 'PICTURES_MS =');
  expect(page).toContain(`up to ${pictures / 1000} seconds a file`);
  const dots = await number('src/pdf/reading/compare-looks.ts', 'PIXELS_A_POINT =');
  expect(page).toContain(`at ${dots} dots an inch`);
});

const script = await verifyWorkerScript();

/** The command with a worker that is bundled here. */
class VerifyHere extends Verify {
  protected override asset(): URL {
    return script;
  }
}

test('one file is a line of JSON, and several are one document, as page and help say', async () => {
  const json = async (...files: string[]) =>
    (await runCommand(VerifyHere, [...files, '--json'])).stdout;
  const file = at('test/fixtures/evidence/c-control.pdf');
  const line = await json(file);
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line)).toMatchObject({ type: 'verdict', file });
  const several = await json(file, file);
  expect(JSON.parse(several)).toMatchObject({ results: [{ file }, { file }] });
  expect(page).toContain('for one file on one line, with the `type` `verdict`;');
  expect(page).toMatch(/for several as one document, with a verdict for each in\n?\s*`results`/);
  expect(Verify.description).toContain('(with --json, one document with all results)');
});
