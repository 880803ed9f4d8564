/** How the newest try of a delivery ended, as it is told. */
export interface ToldTry {
  readonly ok: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** Why a delivery was not taken, in words. */
const ERRORS: Readonly<Record<string, string>> = {
  dns_error: 'its name is not known',
  dns_unavailable: 'no name server answers this machine',
  no_route: 'this machine has no network',
  out_of_sockets: 'this machine is out of connections',
  connection_refused: 'nobody listens there',
  connection_reset: 'the connection was cut',
  unreachable: 'no way leads there',
  timeout_connect: 'no connection in time',
  timeout_ack: 'no answer within 10 s',
  timeout: 'no end in time',
  tls_error: 'no TLS connection to trust',
  invalid_answer: 'the answer is no HTTP',
  blocked_address: 'an address that deliveries may not reach',
  invalid_url: 'an address that is none',
  insecure_url: 'no https address',
  sender_error: 'a fault of the service itself',
  redirect: 'a redirect, which is not followed',
  interrupted: 'cut off, the service was stopped',
};

function reasonOf({ error, status }: ToldTry): string {
  if (error === null) return status === null ? 'failed' : `answered ${status}`;
  const words = ERRORS[error] ?? error.replaceAll('_', ' ');
  if (error.startsWith('http_')) return `answered ${status ?? ''}`;
  return status === null ? words : `answered ${status}: ${words}`;
}

/** What came of a try, in a few words. */
export function outcomeOf(told: ToldTry | null): string {
  if (told === null) return '';
  return told.ok ? `answered ${told.status ?? ''}` : reasonOf(told);
}
