/** The service's source of time. */
export interface Clock {
  now(): Date;
}
