import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PdfVerdict } from '../../pdf/verification/verdict.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { unreadableFile } from '../input/read-input-file.ts';
import type { ReportCase } from '../rows/junit.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { utcAndLocal } from '../terminal/times.ts';
import type { FileResult } from './verify-files.ts';

const PDF = /\.pdf$/i;

async function pdfsAt(path: string): Promise<string[]> {
  if (path === '-' || !(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names.filter((name) => PDF.test(name)).map((name) => join(path, name));
}

/** The named files and all PDFs in the named folders, each once. Throws a `CliError` (exit 2). */
export async function findPdfs(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const below = await pdfsAt(path).catch((cause: unknown) => {
      throw unreadableFile(path, 'PDFs', cause);
    });
    found.push(...below.sort());
  }
  return [...new Set(found)];
}

/**
 * `due`: ends within the given time. `ok`: later. `unknown`: verified, but the end is unknown.
 * `not_signed`: nothing to prove. `not_verified`: cannot be renewed.
 */
type ProofState = 'due' | 'ok' | 'unknown' | 'not_signed' | 'not_verified';

export interface ProofDue extends Pick<PdfVerdict, 'level' | 'proofEndsAt'> {
  readonly file: string;
  readonly state: ProofState;
  readonly exitCode: number;
  readonly error?: { readonly code: string; readonly message: string };
}

const EXITS: Readonly<Record<ProofState, number>> = {
  due: EXIT.rowsNotDone,
  ok: EXIT.done,
  unknown: EXIT.done,
  not_signed: EXIT.done,
  not_verified: EXIT.notVerified,
};

function stateOf({ verified, problem, proofEndsAt }: PdfVerdict, before: Date): ProofState {
  if (problem?.code === 'NOT_SIGNED') return 'not_signed';
  if (!verified) return 'not_verified';
  if (proofEndsAt === null) return 'unknown';
  return new Date(proofEndsAt) <= before ? 'due' : 'ok';
}

export function proofDue(result: FileResult, before: Date): ProofDue {
  const { file } = result;
  const nothing = { file, level: null, proofEndsAt: null };
  if (!('verdict' in result)) {
    const { exitCode, ...error } = result.error;
    return { ...nothing, state: 'not_verified', exitCode, error };
  }
  const { level, proofEndsAt, problem } = result.verdict;
  const state = stateOf(result.verdict, before);
  const exitCode = EXITS[state];
  if (state !== 'not_verified') return { file, state, level, proofEndsAt, exitCode };
  const { code, message } = problem ?? { code: 'NOT_VERIFIED', message: '' };
  return { ...nothing, state, exitCode, error: { code, message } };
}

function wordsFor({ state, level, proofEndsAt, error }: ProofDue): string {
  const until = `${level ?? 'no level'}, certificates valid until ${proofEndsAt ? utcAndLocal(proofEndsAt) : ''}`;
  switch (state) {
    case 'due':
      return `${until}: renew the proof`;
    case 'ok':
      return until;
    case 'unknown':
      return `${level ?? 'no level'}; no certificate tells until when`;
    case 'not_signed':
      return 'not signed';
    case 'not_verified':
      return `${error?.code}: ${harmless(error?.message ?? '')}`;
  }
}

export function printDue(printer: Printer, due: ProofDue): void {
  const { paint } = printer;
  const marks: Readonly<Record<ProofState, string>> = {
    due: paint.red('✗'),
    not_verified: paint.red('✗'),
    ok: paint.green('✓'),
    unknown: paint.yellow('·'),
    not_signed: paint.yellow('·'),
  };
  printer.result(`${marks[due.state]} ${harmless(due.file)}  ${wordsFor(due)}`);
}

export function dueCase({ file: name, state, proofEndsAt, error }: ProofDue): ReportCase {
  if (state === 'due') {
    const message = `its proof ends at ${proofEndsAt}`;
    return { name, problem: { kind: 'failure', code: 'PROOF_DUE', message } };
  }
  if (error) return { name, problem: { kind: 'failure', ...error } };
  return { name };
}
