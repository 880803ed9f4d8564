import { expect } from 'vitest';
import { openApi } from '../../../support/service/call-service.ts';
import { aMember, OWN_FORM } from '../../../support/sign-in/a-member.ts';
import { anAuthenticator } from '../../../support/sign-in/an-authenticator.ts';

export const HOST = 'sign.example.in';
export const ORIGIN = `https://${HOST}`;
/** Where passkeys are added, sign in and confirm: options by GET, answers by POST. */
export const ADD = '/dashboard/me/passkeys';
export const SIGN_IN = '/dashboard/sign-in/passkey';
export const CONFIRM = '/dashboard/confirm/passkey';

type Browser = Awaited<ReturnType<typeof aMember>>;
type Device = ReturnType<typeof anAuthenticator>;

/** A service at an address where browsers have passkeys, for all tests of a file. */
export async function openPasskeyWorld() {
  const { service, user } = await openApi({ credits: 10 });
  const { app, deps } = service;
  const { accountId } = user.account;
  const standAt = (baseUrl: string) => void Object.assign(deps.links, { baseUrl });
  standAt(ORIGIN);
  const optionsOf = async (url: string, browser?: Browser) => {
    const reply = await (browser ? browser.get(url) : app.inject({ url }));
    expect(reply.statusCode).toBe(200);
    return reply.json();
  };
  let sent = 0;
  return {
    service,
    accountId,
    standAt,
    optionsOf,
    /** A member with a passkey on a device. */
    async aHolder() {
      const browser = await aMember(service, { accountId });
      const device = anAuthenticator(HOST);
      const { challenge, user: own } = await optionsOf(ADD, browser);
      const answer = device.create({ origin: ORIGIN, challenge }, own.id);
      const added = await browser.post(ADD, { name: 'Laptop (TEST)', answer });
      expect(added.headers.location).toBe('/dashboard/me');
      return { browser, device };
    },
    /** Signs in by an answer, each time from another address. */
    submit(answer: string) {
      sent += 1;
      return app.inject({
        method: 'POST',
        url: SIGN_IN,
        remoteAddress: `192.0.2.${sent}`,
        headers: OWN_FORM,
        payload: new URLSearchParams({ answer, to: '/dashboard/me' }).toString(),
      });
    },
    async answerOf(device: Device, wishes: Parameters<Device['get']>[1] = {}) {
      const { challenge } = await optionsOf(SIGN_IN);
      return device.get({ origin: ORIGIN, challenge }, wishes);
    },
  };
}
