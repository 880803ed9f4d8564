import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import { saveFile } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

export interface ReportCase {
  readonly name: string;
  /** A failure, or why there is no result yet; undefined for a success. */
  readonly problem?: {
    readonly kind: 'failure' | 'skipped';
    readonly code: string;
    readonly message: string;
  };
}

interface Report {
  readonly name: string;
  readonly seconds: number;
  readonly cases: readonly ReportCase[];
}

/** Characters that XML 1.0 cannot hold, not even escaped (production 2, Char). */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function attribute(name: string, value: string | number): string {
  const allowed = String(value).replace(FORBIDDEN, '');
  return ` ${name}="${allowed.replace(/[&<>"\t\n\r]/g, (one) => ESCAPES[one] ?? one)}"`;
}

function caseText(classname: string, { name, problem }: ReportCase): string {
  const open = `    <testcase${attribute('classname', classname)}${attribute('name', name)}`;
  if (!problem) return `${open}/>`;
  const { kind, code, message } = problem;
  const type = kind === 'failure' ? attribute('type', code) : '';
  return `${open}>\n      <${kind}${type}${attribute('message', message)}/>\n    </testcase>`;
}

/** How each report of that name begins. */
const beginningOf = (name: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attribute('name', name)}`;

export function junitText({ name, seconds, cases }: Report): string {
  const count = (kind: string) => cases.filter(({ problem }) => problem?.kind === kind).length;
  const totals = [
    attribute('tests', cases.length),
    attribute('failures', count('failure')),
    attribute('errors', 0),
    attribute('skipped', count('skipped')),
    attribute('time', seconds.toFixed(3)),
  ].join('');
  const classname = name.replaceAll(' ', '.');
  return [
    `${beginningOf(name)}${totals}>`,
    `  <testsuite${attribute('name', name)}${totals}>`,
    ...cases.map((one) => caseText(classname, one)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

export const reportFlags = {
  junit: Flags.string({
    description:
      'also write a JUnit report to this file; an earlier report of the command is replaced',
    helpValue: 'FILE',
  }),
  force: Flags.boolean({
    description: 'let --junit overwrite any other file',
    dependsOn: ['junit'],
  }),
};

type ReportFlags = Partial<Interfaces.InferredFlags<typeof reportFlags>>;

export interface Reporter {
  write(cases: readonly ReportCase[]): Promise<void>;
}

/** Whether the file begins as a report of that name does. Never follows a link. */
async function isOwnReport(path: string, name: string): Promise<boolean> {
  const expected = Buffer.from(beginningOf(name));
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { buffer } = await file.read(Buffer.alloc(expected.length), 0, expected.length, 0);
    return buffer.equals(expected);
  } finally {
    await file.close();
  }
}

/** Whether there is a report to replace. Throws a `CliError` (exit 2) if there is another file. */
async function findReport(path: string, name: string): Promise<boolean> {
  if ((await lstat(path).catch(() => undefined)) === undefined) return false;
  if (await isOwnReport(path, name).catch(() => false)) return true;
  throw new CliError({
    code: 'file_exists',
    what: `${path} exists, and is not a report of ${name}`,
    next: 'name another file with --junit, or pass --force to overwrite it',
    exitCode: EXIT.usage,
  });
}

/**
 * Called before a command's work. An earlier report of the same name is replaced, so that a
 * pipeline can run again. Throws a `CliError` (exit 2) if another file is there.
 */
export async function openReport(name: string, flags: ReportFlags): Promise<Reporter> {
  const { junit: path, force = false } = flags;
  const startedAt = performance.now();
  const replaces = path !== undefined && (force || (await findReport(path, name)));
  return {
    async write(cases) {
      if (path === undefined) return;
      const seconds = (performance.now() - startedAt) / 1000;
      await saveFile(Readable.from([Buffer.from(junitText({ name, seconds, cases }))]), path, {
        force: replaces,
      });
    },
  };
}
