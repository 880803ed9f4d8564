/** The reason with which a scope's own limit aborts its signal. */
export class LimitReached {
  readonly which: 'try' | 'total';
  readonly ms: number;

  constructor(which: 'try' | 'total', ms: number) {
    this.which = which;
    this.ms = ms;
  }
}

/** A stretch of work with a signal and an end; `dispose` removes its timer and its listener. */
export interface Scope {
  /** Aborts with the parent's reason, or with a `LimitReached`. */
  readonly signal: AbortSignal;
  /** When the limit runs out, in milliseconds since the epoch. */
  readonly endsAt: number;
  /** Lets the limit go, keeps following the parent, and makes `dispose` wait for the function that it returns. */
  hold(): () => void;
  dispose(): void;
}

/** Timers of Node overflow beyond this and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Opens a scope inside another signal, with a limit of its own in milliseconds (`Infinity` for none). */
export function openScope(
  which: 'try' | 'total',
  limitMs: number,
  parent?: AbortSignal | undefined,
): Scope {
  const controller = new AbortController();
  const follow = () => controller.abort(parent?.reason);
  const timer =
    limitMs <= LONGEST_TIMER_MS
      ? setTimeout(() => controller.abort(new LimitReached(which, limitMs)), limitMs)
      : undefined;
  if (parent?.aborted) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  const unfollow = () => parent?.removeEventListener('abort', follow);
  let held = false;
  return {
    signal: controller.signal,
    endsAt: Date.now() + limitMs,
    hold: () => {
      held = true;
      clearTimeout(timer);
      return unfollow;
    },
    dispose: () => {
      clearTimeout(timer);
      if (!held) unfollow();
    },
  };
}
