import type { Clock } from '../../ports/clock.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Credentials } from './credentials.ts';

/** A configuration with the contents of its files. */
export interface Deployment extends LoadedConfig {
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly release: string;
}
