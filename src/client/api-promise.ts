import type { Outcome } from './perform.ts';

/** The data of an answer, or with `withResponse()` the data and what came with it. */
export interface ApiPromise<T> extends Promise<T> {
  /** Status, headers, request id, attempts and duration beside the data. */
  withResponse(): Promise<Outcome<T>>;
}

/** Makes a call's promise out of its outcome's. */
export function apiPromise<T>(outcome: Promise<Outcome<T>>): ApiPromise<T> {
  const data = outcome.then((come) => come.data);
  const withResponse = () => {
    // Only one of the two is waited for: the other must not count as an unhandled rejection
    data.catch(() => undefined);
    return outcome;
  };
  return Object.assign(data, { withResponse });
}
