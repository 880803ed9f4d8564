import type { DescribedRequest } from './delivery-record.ts';

/** Which deliveries are meant: of these events, and of the document whose id begins so. */
export interface DeliveryChoice {
  readonly events?: readonly string[] | undefined;
  readonly document?: string | undefined;
}

/** What a receiver waits for: an event, of one document if it is named. */
export interface AwaitedDelivery {
  readonly event: string;
  readonly document?: string | undefined;
}

type Said = Pick<DescribedRequest, 'event' | 'documentId'>;

const isOf = ({ documentId }: Said, document: string | undefined): boolean =>
  document === undefined || documentId?.toLowerCase().startsWith(document.toLowerCase()) === true;

/** True for a delivery that is meant; an empty choice means all. */
export function isChosen(said: Said, { events, document }: DeliveryChoice): boolean {
  const isEvent = events === undefined || (said.event !== null && events.includes(said.event));
  return isEvent && isOf(said, document);
}

/** True for the delivery that is waited for. */
export function isAwaited(said: Said, awaited: AwaitedDelivery | undefined): boolean {
  return awaited !== undefined && said.event === awaited.event && isOf(said, awaited.document);
}
