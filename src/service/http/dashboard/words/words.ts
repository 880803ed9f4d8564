import { me } from './me.ts';
import { signIn } from './sign-in.ts';

/** Every word of the dashboard's pages, by topic. */
export const WORDS = { me, signIn };
