import { required } from '../input/argument.ts';

/** The argument that names a profile. */
export const profileArgs = { name: required('name of the profile') };
