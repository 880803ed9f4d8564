import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '../../service/index.ts';
import type { AuthorityJournal, JournalFact } from './authority-journal.ts';
import type { TestIdentity } from './identities.ts';
import { readIdentity } from './identities.ts';
import type { OtpState } from './otp-rules.ts';
import { firstOtp, resendOtp, tooOld, tryOtp } from './otp-rules.ts';
import type { AnswerSigner } from './requests/answer-signer.ts';
import type { Asp, CheckedRequest } from './requests/check-request.ts';
import { checkRequest, RequestRefused } from './requests/check-request.ts';
import type { EspFailure } from './requests/esp-failures.ts';
import { ESP_FAILURES } from './requests/esp-failures.ts';
import type { AuthoritySession } from './session.ts';
import { SESSION_MS } from './session.ts';
import type { TestPhone } from './test-phone.ts';
import { readerIn } from './words/readers.ts';

export interface AuthorityOptions {
  readonly answers: AnswerSigner;
  readonly registry: readonly Asp[];
  /** 6 digits. Default: random. */
  readonly otp?: string | undefined;
  readonly phone: TestPhone;
  readonly journal: AuthorityJournal;
  readonly clock: Clock;
}

/** How long a session is kept after it ends. */
const FORGOTTEN_AFTER_MS = 3600_000;

const LONGEST_KEPT = 200;

const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

const newSession = (request: AuthoritySession['request'], now: Date): AuthoritySession => ({
  id: randomBytes(24).toString('base64url'),
  reference: randomBytes(3).toString('hex').toUpperCase(),
  resCode: randomBytes(16).toString('hex').toUpperCase(),
  request,
  expiresAt: new Date(now.getTime() + SESSION_MS),
  stage: { at: 'identity' },
  problem: null,
  typed: '',
  language: 'en',
});

const answeredIn = ({ request, resCode }: AuthoritySession) => ({ txn: request.txn, resCode });

/** The signer's steps at the test authority, without a server. It sees a hash, not a document. */
export class Authority {
  readonly #options: AuthorityOptions;
  readonly #sessions = new Map<string, AuthoritySession>();
  readonly #byTxn = new Map<string, AuthoritySession>();

  constructor(options: AuthorityOptions) {
    this.#options = options;
  }

  get #answers(): AnswerSigner {
    return this.#options.answers;
  }

  #newCode(): string {
    return this.#options.otp ?? randomCode();
  }

  /**
   * Starts a session or resumes the same request's. A bad or repeated request of a registered
   * service gets a session with a failed answer. Throws RequestRefused if the service is not
   * registered.
   */
  async open(fields: Readonly<Record<string, string>>): Promise<AuthoritySession> {
    const now = this.#options.clock.now();
    this.#forgetOld(now);
    try {
      return await this.#take(this.#check(fields, now), now);
    } catch (error) {
      if (!(error instanceof RequestRefused) || !error.answerTo) throw error;
      const request = {
        ...error.answerTo,
        inputHash: '',
        documentName: '',
        form: 'pkcs7' as const,
      };
      return await this.#refuse(request, error);
    }
  }

  #check(fields: Readonly<Record<string, string>>, now: Date): CheckedRequest {
    const { registry, journal } = this.#options;
    const isFinished = (txn: string) => journal.isFinished(txn);
    return checkRequest(fields, { registry, now, isFinished });
  }

  async #take(request: CheckedRequest, now: Date): Promise<AuthoritySession> {
    const begun = this.#byTxn.get(request.txn);
    const known = begun && (await this.find(begun.id));
    if (known && (known.stage.at === 'done' || known.request.inputHash !== request.inputHash)) {
      throw new RequestRefused(ESP_FAILURES.duplicateTxn, request);
    }
    if (known) return known;
    const session = newSession(request, now);
    this.#sessions.set(session.id, session);
    this.#byTxn.set(request.txn, session);
    await this.#note(session, 'opened');
    return session;
  }

  /** Holds only the failure. Its transaction may belong to another session. */
  async #refuse(request: CheckedRequest, { failure }: RequestRefused): Promise<AuthoritySession> {
    const session = newSession(request, this.#options.clock.now());
    this.#sessions.set(session.id, session);
    session.stage = { at: 'done', answer: this.#answers.fail(answeredIn(session), failure) };
    await this.#note(session, 'refused', { code: failure.code });
    return session;
  }

  /** Fails the session first if it has expired. */
  async find(id: string): Promise<AuthoritySession | undefined> {
    const session = this.#sessions.get(id);
    if (!session || session.stage.at === 'done' || session.stage.at === 'signing') return session;
    if (this.#options.clock.now() >= session.expiresAt)
      await this.#fail(session, ESP_FAILURES.expired);
    return session;
  }

  /** Keeps typed text while the signer changes the page's language. */
  keep(session: AuthoritySession, typed: string): void {
    session.typed = typed.slice(0, LONGEST_KEPT);
  }

  async identify(
    session: AuthoritySession,
    form: { identity: string; consent: boolean },
  ): Promise<void> {
    if (session.stage.at !== 'identity') return;
    const read = readIdentity(form);
    if (!read.ok) {
      session.problem = read.problem;
      this.keep(session, form.identity);
      return;
    }
    const { outcome } = read.identity;
    if (outcome.kind === 'fails') return this.#fail(session, outcome.failure);
    const otp = firstOtp(this.#newCode(), this.#options.clock.now());
    await this.#send(session, read.identity, outcome.kind === 'old-code' ? tooOld(otp) : otp);
  }

  async resend(session: AuthoritySession): Promise<void> {
    if (session.stage.at !== 'code') return;
    const { identity, otp } = session.stage;
    const resent = resendOtp(otp, this.#newCode(), this.#options.clock.now());
    if (resent.ok) return this.#send(session, identity, resent.state);
    session.problem = resent.problem;
  }

  async giveCode(session: AuthoritySession, code: string): Promise<void> {
    if (session.stage.at !== 'code') return;
    const { identity, otp } = session.stage;
    session.typed = '';
    const digits = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(digits)) {
      session.problem = 'otp-malformed';
      return;
    }
    const given = identity.outcome.kind === 'wrong-code' ? '' : digits;
    const { outcome, state } = tryOtp(otp, given, this.#options.clock.now());
    session.stage = { at: 'code', identity, otp: state };
    switch (outcome) {
      case 'right':
        return this.#sign(session, identity);
      case 'used-up':
        return this.#fail(session, ESP_FAILURES.triesUsedUp);
      case 'too-old':
        session.problem = 'otp-expired';
        return;
      case 'wrong':
        session.problem = 'otp-wrong';
        return;
    }
  }

  async cancel(session: AuthoritySession): Promise<void> {
    if (session.stage.at === 'done' || session.stage.at === 'signing') return;
    const isLate = session.stage.at === 'code';
    await this.#fail(session, isLate ? ESP_FAILURES.declinedLate : ESP_FAILURES.declined);
  }

  clear(): void {
    this.#sessions.clear();
    this.#byTxn.clear();
  }

  async #send(session: AuthoritySession, identity: TestIdentity, otp: OtpState): Promise<void> {
    session.stage = { at: 'code', identity, otp };
    session.problem = null;
    session.typed = '';
    const { reference, language } = session;
    this.#options.phone.deliver({
      at: otp.sentAt,
      mobile: identity.mobile,
      reference,
      code: otp.code,
      text: readerIn(language).words.text(otp.code, reference),
    });
    await this.#note(session, 'otp-sent');
  }

  async #sign(session: AuthoritySession, identity: TestIdentity): Promise<void> {
    session.stage = { at: 'signing' };
    const { inputHash, form, aspId } = session.request;
    try {
      await this.#note(session, 'otp-verified');
      const answer = await this.#answers.sign(answeredIn(session), { identity, inputHash, form });
      await this.#note(session, 'signed', { aspId, inputHash });
      session.stage = { at: 'done', answer };
    } catch (error) {
      await this.#fail(session, ESP_FAILURES.broken);
      throw error;
    }
  }

  #forgetOld(now: Date): void {
    for (const { id, expiresAt, request } of this.#sessions.values()) {
      if (now.getTime() <= expiresAt.getTime() + FORGOTTEN_AFTER_MS) continue;
      this.#sessions.delete(id);
      if (this.#byTxn.get(request.txn)?.id === id) this.#byTxn.delete(request.txn);
    }
  }

  async #fail(session: AuthoritySession, failure: EspFailure): Promise<void> {
    session.stage = { at: 'done', answer: this.#answers.fail(answeredIn(session), failure) };
    await this.#note(session, 'failed', { code: failure.code });
  }

  #note(
    session: AuthoritySession,
    event: JournalFact['event'],
    more: Pick<JournalFact, 'code' | 'aspId' | 'inputHash'> = {},
  ): Promise<void> {
    const at = this.#options.clock.now();
    return this.#options.journal.append({ at, txn: session.request.txn, event, ...more });
  }
}
