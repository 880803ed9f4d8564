import { Chalk } from 'chalk';
import type { InputFault } from './errors/cli-error.ts';
import type { ErrorReport } from './errors/describe-error.ts';
import { EXIT } from './errors/exit-codes.ts';
import { harmless, harmlessLines } from './terminal/harmless.ts';

/** A failure as the one JSON line that stands on stderr. */
export function errorLine(report: ErrorReport): string {
  const { code, message, why, status, hint, exitCode, requestId, documentId, faults } = report;
  const error = {
    code,
    message: why === undefined ? message : `${message}: ${why}`,
    status: status ?? null,
    hint: hint ?? null,
    exitCode,
    requestId: requestId ?? null,
    ...(documentId !== undefined && { documentId }),
    ...(faults !== undefined && { faults }),
  };
  return JSON.stringify({ error });
}

/** What stands after `next:` works as it is pasted; advice in words is told apart from it. */
const hintLabel = (hint: string): string => (/^(esign|mkdir|unset) /.test(hint) ? 'next:' : 'try:');

/** Faults that fit on a screen; `--json` has all. */
const FAULTS_SHOWN = 10;

/** A single fault stands in the message already. */
function faultLines(faults: readonly InputFault[]): string[] {
  if (faults.length < 2) return [];
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ line, problem }) => {
    const where = line === undefined ? '' : `line ${line}: `;
    return `  ${where}${harmless(problem)}`;
  });
  const left = faults.length - shown.length;
  return left > 0 ? [...shown, `  … and ${left} more; --json lists them all`] : shown;
}

/** A failure in words: what happened, why, the next command, and the request's id. */
export function errorText(report: ErrorReport, hasColor: boolean): string {
  const paint = new Chalk({ level: hasColor ? 1 : 0 });
  const { code, message, why, status, hint, requestId, faults = [] } = report;
  // Whoever pressed Ctrl-C made no error
  const isStopped = report.exitCode === EXIT.interrupted || report.exitCode === EXIT.terminated;
  const origin = status === undefined ? '' : paint.dim(` (${harmless(code)}, HTTP ${status})`);
  const lines = [
    `${isStopped ? '' : `${paint.red('error:')} `}${harmlessLines(message)}${origin}`,
    why !== undefined && `  ${paint.dim('why:')} ${harmlessLines(why)}`,
    ...faultLines(faults),
    hint !== undefined && `  ${paint.dim(hintLabel(hint))} ${harmlessLines(hint)}`,
    requestId !== undefined && `  ${paint.dim('request:')} ${harmless(requestId)}`,
  ];
  return lines.filter((line) => line !== false).join('\n');
}
