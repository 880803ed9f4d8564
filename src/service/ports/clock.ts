/** Where the service learns what time it is. */
export interface Clock {
  now(): Date;
}
