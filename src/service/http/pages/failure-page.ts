import type { FailureFormat } from '../plugins/error-replies.ts';
import type { Failure } from '../read-failure.ts';
import { noticePage } from './notice-page.ts';
import { pageText } from './send-page.ts';

function noticeOf({ status }: Failure) {
  if (status === 404) return 'not-found';
  return status >= 500 ? 'error' : 'invalid';
}

/** Errors as pages, for people. */
export const PAGE_FAILURES: FailureFormat = {
  contentType: 'text/html; charset=utf-8',
  write(failure, request) {
    const notice = noticeOf(failure);
    return pageText(request, noticePage(notice, notice === 'not-found' ? undefined : request.id));
  },
};
