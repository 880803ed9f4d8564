import type { FastifyBaseLogger } from 'fastify';

const MINUTE_MS = 60_000;
/** Further failures are logged each time. */
const MOST_KEPT = 100;

type Log = Pick<FastifyBaseLogger, 'error'>;

/**
 * Logs a failure immediately, and equal ones as one line with their count every minute. By default
 * on `base`; a request's own log adds its id.
 */
export function logOnceAMinute(base: Log) {
  const repeats = new Map<string, number>();
  return (err: unknown, message: string, log: Log = base): void => {
    const key = `${message}: ${err}`;
    const times = repeats.get(key);
    if (times !== undefined) {
      repeats.set(key, times + 1);
      return;
    }
    log.error({ err }, message);
    if (repeats.size >= MOST_KEPT) return;
    repeats.set(key, 0);
    const timer = setInterval(() => {
      const again = repeats.get(key) ?? 0;
      if (again > 0) {
        base.error({ error: String(err), times: again }, `${message}, again`);
        repeats.set(key, 0);
        return;
      }
      repeats.delete(key);
      clearInterval(timer);
    }, MINUTE_MS).unref();
  };
}
