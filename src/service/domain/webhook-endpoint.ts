/** Where an account's events are delivered. */
export interface WebhookEndpoint {
  readonly endpointId: string;
  readonly accountId: string;
  readonly url: string;
  /** Keys the signature of each delivery; shown when the endpoint is added. */
  readonly secret: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
}
