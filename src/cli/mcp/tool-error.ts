import { redactText } from '../../client/index.ts';
import type { ErrorContext } from '../errors/describe-error.ts';
import { describeError } from '../errors/describe-error.ts';
import type { Answer } from './tool.ts';

/** Text is the code and hint; data is the whole report, without emails and links. */
export function toolError(error: unknown, context: ErrorContext): Answer {
  const report = describeError(error, context);
  const { code, why, hint, status, requestId, documentId } = report;
  const message = redactText(report.message);
  return {
    text: hint === undefined ? code : `${code}: ${hint}`,
    data: {
      error: {
        ...{ code, message, why: why === undefined ? why : redactText(why) },
        ...{ hint, status, requestId, documentId },
      },
    },
  };
}
