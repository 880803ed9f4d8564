import type { Excerpt } from '../../store/accounts/overview.ts';
import { WORDS } from './words/words.ts';

const MOST = 1000;

/** Such as `3` or `1000 or more`. */
export const countOf = ({ count }: Excerpt<unknown>): string =>
  count >= MOST ? WORDS.home.orMore(MOST) : String(count);
