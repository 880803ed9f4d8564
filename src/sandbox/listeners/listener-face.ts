import type { Static } from 'typebox';
import { Type } from 'typebox';

/** Path of the control interface that a listener's request stays open on. */
export const LISTENERS_PATH = '/control/listeners';

/** An endpoint that a listener was given. */
const Given = Type.Object({
  endpointId: Type.String({ minLength: 1, maxLength: 100 }),
  secret: Type.String({ minLength: 16, maxLength: 200 }),
});

/** A listener asks for an endpoint for as long as its request stays open. */
export const ListenerOrder = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  /** What it had before the sandbox went away: it goes on with that endpoint, or at least with its secret. */
  before: Type.Optional(Given),
});
export type ListenerOrder = Static<typeof ListenerOrder>;

/** The first line of the answer: the endpoint, and what a program needs to use its account. */
export const Registered = Type.Object({
  ...Given.properties,
  baseUrl: Type.String(),
  apiKey: Type.String(),
});
export type Registered = Static<typeof Registered>;
