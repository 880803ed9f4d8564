import type { Profile } from './profile.ts';

/** A profile without its key; all else stays. */
export function withoutKey(profile: Profile): Profile {
  const { apiKey: _forgotten, ...rest } = profile;
  return rest;
}
