import type { ChalkInstance } from 'chalk';
import { Chalk } from 'chalk';

/** Styles of terminal text, by name. */
export type Paint = ChalkInstance;

/** Styles text, or with `isOn` false leaves it as it is. */
export const paintOf = (isOn: boolean): Paint => new Chalk({ level: isOn ? 1 : 0 });
