import type { Static } from 'typebox';
import { Type } from 'typebox';
import { ExtraEvents } from '../control/webhook-schemas.ts';

/** A listener keeps this request open. */
export const LISTENERS = 'listeners';

const Endpoint = Type.Object({
  endpointId: Type.String({ minLength: 1, maxLength: 100 }),
  secret: Type.String({ minLength: 16, maxLength: 200 }),
});

/** Requests an endpoint for as long as the request stays open. */
export const ListenerOrder = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  extraEvents: Type.Optional(ExtraEvents),
  /** The endpoint from before the sandbox stopped. It, or at least its secret, is used again. */
  before: Type.Optional(Endpoint),
});
export type ListenerOrder = Static<typeof ListenerOrder>;

/** First line of the response: the endpoint, and the account to use. */
export const Registered = Type.Object({
  ...Endpoint.properties,
  baseUrl: Type.String(),
  apiKey: Type.String(),
});
export type Registered = Static<typeof Registered>;
