import { DatabaseUnusable, probeDatabase } from '../../store/check-server.ts';
import type { CheckFinding, DeploymentCheck } from './finding.ts';
import { failed, ok, warning } from './finding.ts';

/** The oldest PostgreSQL that the service is tested with. */
const OLDEST = 15;
const MS = 1000;
/** The authority rejects requests that are a few minutes off. */
const CLOCK = { warnMs: 2 * MS, refuseMs: 60 * MS } as const;

const WITHOUT_INDEX = warning(
  'searches read all documents of an account: pg_trgm was missing when the database was migrated',
  'docs/operating.md, "Searches": how to add the index later',
);

export const databaseCheck: DeploymentCheck = {
  name: 'database',
  atStart: 'opening',
  run: async ({ config, nameOf }) => {
    const name = nameOf(['database', 'url']);
    try {
      const { major, isReadOnly, lacksSearchIndex } = await probeDatabase(config.database.url);
      if (major < OLDEST) {
        return failed(
          `${name}: PostgreSQL ${major} is too old`,
          `use PostgreSQL ${OLDEST} or newer`,
        );
      }
      if (isReadOnly) {
        return failed(`${name}: the database takes no writes`, 'name the primary, not a standby');
      }
      const works = ok(`PostgreSQL ${major} takes writes`);
      return lacksSearchIndex ? [works, WITHOUT_INDEX] : works;
    } catch (error) {
      if (!(error instanceof DatabaseUnusable)) throw error;
      return failed(
        `${name}: ${error.message}`,
        `set ${name} to a database that this host can reach`,
      );
    }
  },
};

/** Compares this machine's clock with the database's. */
export const clockCheck: DeploymentCheck = {
  name: 'clock',
  atStart: 'warn',
  run: async ({ config, clock }): Promise<CheckFinding | CheckFinding[]> => {
    const before = clock.now().getTime();
    const probed = await probeDatabase(config.database.url).catch(() => undefined);
    // Reported by the database check.
    if (probed === undefined) return [];
    const after = clock.now().getTime();
    const at = probed.now.getTime();
    const offMs = Math.max(before - at, at - after, 0);
    const about = `this clock and the database's differ by ${(offMs / MS).toFixed(1)} s`;
    if (offMs > CLOCK.refuseMs) return failed(about, 'timedatectl status');
    if (offMs > CLOCK.warnMs) return warning(about, 'timedatectl status');
    return ok("this clock and the database's agree");
  },
};
