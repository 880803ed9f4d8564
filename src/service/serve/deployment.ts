import type { LoadedConfig } from '../config/load-config.ts';
import type { Clock } from '../ports/clock.ts';
import type { Credentials } from './credentials.ts';

/** A configuration with what its files hold. */
export interface Deployment extends LoadedConfig {
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** The release of this program. */
  readonly release: string;
}
