import { describe, expect, test } from 'vitest';
import {
  ASHA,
  apiUser,
  documentPath,
  openApi,
  RAVI,
  signBy,
} from '../../support/service/call-service.ts';

const { service, user } = await openApi({ credits: 1000 });

const add = (documentId: string) =>
  user.post(documentPath(documentId, '/signers'), { signers: [RAVI] });
const send = (documentId: string) => user.post(documentPath(documentId, '/send'));
const certificate = (documentId: string) => user.get(documentPath(documentId, '/certificate'));

async function completed() {
  const { documentId, links } = await user.send(ASHA);
  await signBy(service, links[0] ?? '');
  return documentId;
}

describe('a PENDING document', () => {
  test('accepts signers and stays PENDING', async () => {
    const documentId = await user.createFor(ASHA);
    expect((await add(documentId)).statusCode).toBe(201);
    expect((await user.document(documentId)).status).toBe('PENDING');
  });

  test('shows its signers without links', async () => {
    const document = await user.document(await user.createFor(ASHA));
    expect(document).toMatchObject({ completedAt: null, downloadUrl: null, certificateUrl: null });
    expect(document.signers).toEqual([
      {
        signerId: expect.any(String),
        ...ASHA,
        signingOrder: 1,
        openedAt: null,
        signedAt: null,
        hasSigned: false,
        signUrl: null,
      },
    ]);
  });

  test('is sent for one credit per signer, with a link for each', async () => {
    const rich = apiUser(service, await service.account({ credits: 10 }));
    const documentId = await rich.createFor(ASHA, RAVI);
    const answer = await rich.post(documentPath(documentId, '/send'));
    expect(answer.statusCode).toBe(200);
    const signer = (name: string, email: string, signingOrder: number) => ({
      signerId: expect.any(String),
      name,
      email,
      signingOrder,
      signUrl: expect.stringMatching(/^http:\/\/esign\.example\.in\/sign\/[\w.-]+$/),
    });
    expect(answer.json()).toEqual({
      documentId,
      status: 'SENT',
      creditsRemaining: 8,
      signers: [signer(ASHA.name, ASHA.email, 1), signer(RAVI.name, RAVI.email, 2)],
    });
  });

  test.each([
    ['JSON', { 'content-type': 'application/json' }, '{"a":1}'],
    ['broken JSON', { 'content-type': 'application/json' }, '{'],
    ['text', { 'content-type': 'text/plain' }, 'send it'],
    ['an unreadable type', { 'content-type': ';;' }, 'x'],
    ['nothing but its length', { 'content-length': '0' }, undefined],
  ])('is sent whatever the body: %s', async (_what, headers, payload) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: documentPath(await user.createFor(ASHA), '/send'),
      headers: { ...user.account.headers, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    expect(answer.statusCode).toBe(200);
  });

  test('that is sent twice at once is sent and charged once', async () => {
    const rich = apiUser(service, await service.account({ credits: 10 }));
    const documentId = await rich.createFor(ASHA);
    const path = documentPath(documentId, '/send');
    const answers = await Promise.all([rich.post(path), rich.post(path), rich.post(path)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const next = await rich.post(documentPath(await rich.createFor(ASHA), '/send'));
    expect(next.json().creditsRemaining).toBe(8);
  });

  test('that four requests add signers to at once never has more than six', async () => {
    const documentId = await user.create();
    const path = documentPath(documentId, '/signers');
    const body = { signers: [ASHA, RAVI] };
    const answers = await Promise.all([1, 2, 3, 4].map(() => user.post(path, body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 400]);
    const orders = (await user.document(documentId)).signers.map((signer) => signer.signingOrder);
    expect(orders).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

const sent = async () => (await user.send(ASHA)).documentId;

test.each([
  ['PENDING', () => user.createFor(ASHA), [certificate]],
  ['SENT', sent, [add, send, certificate]],
  ['COMPLETED', completed, [add, send]],
] as const)('a %s document refuses what is for another state', async (_state, make, asks) => {
  const documentId = await make();
  for (const ask of asks) {
    const answer = await ask(documentId);
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'invalid_state']);
  }
});

describe('a SENT document', () => {
  test('shows each signer their link', async () => {
    const { documentId, links } = await user.send(ASHA, RAVI);
    const { signers, status } = await user.document(documentId);
    expect(status).toBe('SENT');
    expect(signers.map(({ signUrl }) => new URL(String(signUrl)).pathname)).toEqual(links);
  });

  test('stays SENT until the last signer has signed', async () => {
    const { documentId, links } = await user.send(ASHA, RAVI);
    await signBy(service, links[0] ?? '');
    const document = await user.document(documentId);
    expect(document).toMatchObject({ status: 'SENT', completedAt: null, downloadUrl: null });
    expect(document.signers.map(({ hasSigned }) => hasSigned)).toEqual([true, false]);
  });
});

describe('a COMPLETED document', () => {
  test('has its times, its links and all signatures', async () => {
    const documentId = await completed();
    const document = await user.document(documentId);
    expect(document.status).toBe('COMPLETED');
    expect(document.completedAt).toBe(document.signers[0]?.signedAt);
    expect(document.certificateUrl).toBe(
      `http://esign.example.in/api/v1/documents/${documentId}/certificate`,
    );
    expect(document.downloadUrl).toMatch(/^http:\/\/esign\.example\.in\/download\/[\w.-]+$/);
  });

  test('has a certificate: a PDF to be saved, never kept by caches', async () => {
    const answer = await certificate(await completed());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[^"]+\.pdf"$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
