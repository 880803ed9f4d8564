import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

const DOWN_MS = 3000;
const REFUSALS = 2;
const TERMINATED = 143;

/** One thing that goes wrong and is over when it resolves. */
interface Fault {
  readonly name: string;
  play(round: number): Promise<void>;
}

/** The first process is never ended, so that a leak would show. */
function processFaults({ places: [, ...places] }: Cluster): Fault[] {
  const placeOf = (round: number) => {
    const place = places[round % places.length];
    if (!place) throw new Error('There are no processes.');
    return place;
  };
  return [
    {
      name: 'process killed',
      async play(round) {
        await placeOf(round).end('SIGKILL');
        await placeOf(round).start();
      },
    },
    {
      name: 'process stopped',
      async play(round) {
        const code = await placeOf(round + 1).end('SIGTERM');
        if (code !== TERMINATED) throw new Error(`A process stopped with exit code ${code}.`);
        await placeOf(round + 1).start();
      },
    },
  ];
}

const surroundingFaults = ({ postgres, storage, mailReplies }: Cluster): Fault[] => [
  {
    name: 'database restarted',
    async play() {
      await postgres.stop();
      await pause(DOWN_MS);
      await postgres.start();
    },
  },
  {
    name: 'bucket at 503',
    async play() {
      storage.disturb('down');
      await pause(DOWN_MS);
      storage.disturb(undefined);
    },
  },
  {
    name: 'answer to a put lost',
    play: async () => storage.disturb('losing'),
  },
  {
    name: 'mails put off',
    async play() {
      mailReplies.push(...Array<string>(REFUSALS).fill('421 4.3.2 Shutting down'));
    },
  },
];

/** The faults that a cluster has to stand. */
export const faultsOf = (cluster: Cluster): readonly Fault[] => [
  ...processFaults(cluster),
  ...surroundingFaults(cluster),
];

/** Plays one fault after another until it is over; counts them by name. */
export async function playFaults(
  faults: readonly Fault[],
  { pauseMs, isOver }: { readonly pauseMs: number; isOver(rounds: number): boolean },
): Promise<Map<string, number>> {
  const played = new Map<string, number>();
  for (let round = 0; !isOver(round); round += 1) {
    for (const { name, play } of faults) {
      await pause(pauseMs);
      await play(round);
      played.set(name, (played.get(name) ?? 0) + 1);
    }
  }
  return played;
}
