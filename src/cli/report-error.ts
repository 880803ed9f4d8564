import { Chalk } from 'chalk';
import type { ErrorReport } from './describe-error.ts';
import { EXIT } from './exit-codes.ts';
import { harmless, harmlessLines } from './harmless.ts';

/** A failure as the one JSON line that stands on stderr. */
export function errorLine(report: ErrorReport): string {
  const { code, message, why, status, hint, exitCode, requestId, documentId } = report;
  const error = {
    code,
    message: why === undefined ? message : `${message}: ${why}`,
    status: status ?? null,
    hint: hint ?? null,
    exitCode,
    requestId: requestId ?? null,
    ...(documentId !== undefined && { documentId }),
  };
  return JSON.stringify({ error });
}

/** What stands after `next:` works as it is pasted; advice in words is told apart from it. */
const hintLabel = (hint: string): string => (/^(esign|mkdir|unset) /.test(hint) ? 'next:' : 'try:');

/** A failure in words: what happened, why, the next command, and the request's id. */
export function errorText(report: ErrorReport, hasColor: boolean): string {
  const paint = new Chalk({ level: hasColor ? 1 : 0 });
  const { code, message, why, status, hint, requestId } = report;
  // Whoever pressed Ctrl-C made no error
  const isStopped = report.exitCode === EXIT.interrupted || report.exitCode === EXIT.terminated;
  const origin = status === undefined ? '' : paint.dim(` (${harmless(code)}, HTTP ${status})`);
  const lines = [
    `${isStopped ? '' : `${paint.red('error:')} `}${harmlessLines(message)}${origin}`,
    why !== undefined && `  ${paint.dim('why:')} ${harmlessLines(why)}`,
    hint !== undefined && `  ${paint.dim(hintLabel(hint))} ${harmlessLines(hint)}`,
    requestId !== undefined && `  ${paint.dim('request:')} ${harmless(requestId)}`,
  ];
  return lines.filter((line) => line !== false).join('\n');
}
