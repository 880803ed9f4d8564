import type { UpdateState } from './update-state.ts';

const DAY_MS = 86_400_000;

export interface UpdateSteps {
  readonly tell: string | undefined;
  readonly ask: boolean;
}

function isNewer(version: string, own: string): boolean {
  const [parts, ours] = [version, own].map((one) => one.split(/[.-]/).slice(0, 3).map(Number));
  const at = (parts ?? []).findIndex((part, place) => part !== ours?.[place]);
  return at !== -1 && (parts?.[at] ?? 0) > (ours?.[at] ?? 0);
}

/** A clock that was set back must not stop the checks. */
const isDue = (at: number, now: number): boolean => now - at >= DAY_MS || at > now;

/** Announces and asks at most once a day each. */
export function decideUpdate(
  { askedAt, toldAt, latest }: UpdateState,
  own: string,
  now: number,
): UpdateSteps {
  const tell = latest !== undefined && isNewer(latest, own) && isDue(toldAt, now);
  return { tell: tell ? latest : undefined, ask: isDue(askedAt, now) };
}
