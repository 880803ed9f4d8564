import { expect, test } from 'vitest';
import type { IdentityProvider } from '../../../../src/service/members/sign-in/provider-trip.rules.ts';
import { ProviderFailed } from '../../../../src/service/members/sign-in/provider-trip.rules.ts';
import { openDependencyHealth } from '../../../../src/service/operations/health/dependency-health.ts';
import {
  watchFiles,
  watchParts,
} from '../../../../src/service/operations/health/watch-dependencies.ts';
import type { FileStore } from '../../../../src/service/ports/file-store.ts';
import { FileMissing, FilesUnavailable } from '../../../../src/service/ports/file-store.ts';
import type { Mailer } from '../../../../src/service/ports/mailer.ts';
import { MailNotTaken } from '../../../../src/service/ports/mailer.ts';
import type { PaymentProvider } from '../../../../src/service/ports/payments.ts';
import { PaymentProviderError } from '../../../../src/service/ports/payments.ts';

function aHealth() {
  const lines: string[] = [];
  const health = openDependencyHealth();
  health.logTo((_fields, message) => lines.push(message));
  return { lines, health };
}

/** An object whose methods end as the next outcome says. */
function scripted<Part extends object>(methods: readonly string[]) {
  const next: { error?: Error } = {};
  const call = async () => {
    if (next.error) throw next.error;
  };
  const part = Object.fromEntries(methods.map((name) => [name, call])) as unknown as Part;
  return { part, next };
}

test('one line says that mail fails and why, and one that it works again', async () => {
  const { lines, health } = aHealth();
  const { part, next } = scripted<Mailer>(['send']);
  const { mailer } = watchParts({ mailer: part }, health);
  const send = () => mailer.send({} as never).catch((error: Error) => error.message);
  await send();
  next.error = new MailNotTaken({ reason: 'connection_refused' });
  expect(await send()).toBe('The mail was not taken: connection_refused.');
  await send();
  next.error = new MailNotTaken({ reason: 'smtp_550', status: 550 });
  await send();
  expect(health.states()).toEqual([{ dependency: 'mail', name: '', failures: 2, isFailing: true }]);
  next.error = undefined as never;
  await send();
  expect(lines).toEqual(['mail server fails: it refuses connections', 'mail server works again']);
  expect(health.states()).toMatchObject([{ failures: 2, isFailing: false }]);
});

test('on a full disk, writing fails while reading works', async () => {
  const { lines, health } = aHealth();
  const { part, next } = scripted<FileStore>(['write', 'read', 'withFolder', 'freeShare']);
  const files = watchFiles(part, health);
  const use = async (method: 'write' | 'read' | 'withFolder', error?: Error) => {
    next.error = error as never;
    await Reflect.apply(files[method], files, []).catch(() => undefined);
  };
  await use('withFolder', new FilesUnavailable('The disk of the files is full.'));
  await use('read');
  await use('withFolder');
  await use('read', new FileMissing());
  await use('read', Object.assign(new Error(), { code: 'EIO' }));
  expect(lines).toEqual([
    'storage for writing fails: The disk of the files is full',
    'storage for reading fails: EIO',
  ]);
  await use('write');
  expect(lines.at(-1)).toBe('storage for writing works again');
});

test('a payment provider fails when it gives no usable answer, not when it refuses', async () => {
  const { lines, health } = aHealth();
  const { part: mandates, next } = scripted<NonNullable<PaymentProvider['mandates']>>([
    'findMandate',
  ]);
  const payments = { id: 'razorpay', mandates, find: async () => undefined };
  const billing = { payments: payments as unknown as PaymentProvider } as never;
  const watched = watchParts({ mailer: {} as never, billing }, health).billing?.payments;
  const ask = () => watched?.mandates?.findMandate({ providerId: 'x' }).catch(() => undefined);
  next.error = new PaymentProviderError('refused', 'Razorpay refused: no such mandate');
  await ask();
  expect(lines).toEqual([]);
  next.error = new PaymentProviderError('unavailable', 'Razorpay responded with status 503.');
  await ask();
  await watched?.find({ orderId: 'x' });
  expect(lines).toEqual([
    'payment provider razorpay fails: Razorpay responded with status 503',
    'payment provider razorpay works again',
  ]);
});

test.each([
  ['depart', 'connection_refused', false, true],
  ['arrive', 'timeout', false, true],
  ['arrive', 'server responded with an error, invalid_client', false, true],
  ['arrive', 'unexpected "state" response parameter value', false, false],
  ['arrive', 'server responded with an error, invalid_grant', false, false],
  ['arrive', 'access_denied', true, false],
] as const)('%s with "%s" is the provider’s fault or not', async (method, why, isRefusal, is) => {
  const { lines, health } = aHealth();
  const { part, next } = scripted<IdentityProvider>(['depart', 'arrive']);
  const [provider] =
    watchParts(
      { mailer: {} as never, identityProviders: [Object.assign(part, { id: 'work' })] },
      health,
    ).identityProviders ?? [];
  next.error = new ProviderFailed(why, { isRefusal });
  await provider?.[method]({} as never, {} as never).catch(() => undefined);
  expect(lines.length).toBe(Number(is));
  next.error = undefined as never;
  await provider?.depart({} as never);
  expect(lines.length).toBe(Number(is));
  await provider?.arrive({} as never, {} as never);
  expect(lines.at(-1)).toBe(is ? 'identity provider work works again' : undefined);
});

test('hosts that give timestamps and lists are told apart', async () => {
  const { lines, health } = aHealth();
  type Tell = (asked: { host: string; reason: string | null }) => void;
  const told: Tell[] = [];
  const onAsked = (tell: Tell) => void told.push(tell);
  const proof = { timestamps: { onAsked }, revocation: { onAsked } } as never;
  watchParts({ mailer: {} as never, proof }, health);
  const asked = { host: 'ca.example.in', reason: 'http_503' };
  for (const tell of told) tell(asked);
  told[0]?.({ ...asked, reason: null });
  expect(lines).toEqual([
    'timestamping authority ca.example.in fails: it responds with an error (503)',
    'revocation list server ca.example.in fails: it responds with an error (503)',
    'timestamping authority ca.example.in works again',
  ]);
});
