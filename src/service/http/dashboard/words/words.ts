import { settings } from './settings.ts';

/** Every text of the dashboard, by subject. */
export const WORDS = {
  settings,
};
