import type { FailureFormat } from '../plugins/error-replies.ts';
import { layOut } from './layout.ts';
import type { Notice } from './notice-page.ts';
import { noticePage } from './notice-page.ts';

const NOT_FOUND: Notice = {
  state: 'not-found',
  title: 'There is nothing here',
  words: 'Check the address: it may be mistyped or cut off.',
};

/** Errors as pages, for people. */
export const PAGE_FAILURES: FailureFormat = {
  contentType: 'text/html; charset=utf-8',
  write({ status, body }, { id }) {
    if (status === 404) return layOut(noticePage(NOT_FOUND));
    const title = status >= 500 ? 'Something went wrong here' : 'That did not work';
    return layOut(noticePage({ state: 'error', title, words: body.message, requestId: id }));
  },
};
