import type { KeyObject } from 'node:crypto';
import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '../../service/index.ts';
import { signAnswer } from './answers.ts';
import { checkRequest, RequestRefused } from './check-request.ts';
import type { TestIdentity } from './identities.ts';
import { issueSignature } from './issue-signature.ts';
import type { Journal } from './journal.ts';
import type { OtpState } from './otp-rules.ts';
import { firstOtp, resendOtp, tryOtp } from './otp-rules.ts';
import type { Pki } from './pki.ts';
import type { Session } from './session.ts';
import { readIdentity, SESSION_MS } from './session.ts';
import type { TestPhone } from './test-phone.ts';

/** What the authority is made of. */
export interface AuthorityOptions {
  readonly pki: Pki;
  /** Ed25519 public key of the one service that may ask. */
  readonly serviceKey: KeyObject;
  readonly phone: TestPhone;
  readonly journal: Journal;
  readonly clock: Clock;
}

/** The steps that a signer can take at the test authority. It sees a hash, never a document. */
export interface Authority {
  /**
   * Begins a session, or resumes the one of the same request. A request finished before a restart is answered by a
   * failure, so that the service begins another.
   * @throws {RequestRefused} when the request is not to be trusted
   */
  open(request: unknown): Promise<Session>;
  /** The session of that id; an expired one is ended first. */
  find(id: string): Promise<Session | undefined>;
  identify(session: Session, form: { identity: string; consent: boolean }): Promise<void>;
  resend(session: Session): Promise<void>;
  giveCode(session: Session, code: string): Promise<void>;
  cancel(session: Session): Promise<void>;
  /** Forgets all sessions. */
  clear(): void;
}

const TOO_OFTEN_WRONG = {
  reason: 'otp_attempts',
  message: 'The code was wrong three times. Wait a while, then start again.',
};
const DECLINED = {
  reason: 'signer_declined',
  message: 'You stopped. Nothing was signed. Start again when you are ready.',
};
const FINISHED = {
  reason: 'duplicate_txn',
  message: 'This request was finished before. Start again.',
};
const BROKEN = {
  reason: 'service_down',
  message: 'The signing service has a problem. Try again later.',
};
const EXPIRED = {
  reason: 'session_expired',
  message: 'The page was open too long. Nothing was signed. Start again.',
};

/** How long a session stays known after its end, in milliseconds. */
const FORGOTTEN_AFTER_MS = 3600_000;

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

const newSession = (request: Session['request'], now: Date): Session => ({
  id: randomBytes(24).toString('base64url'),
  reference: randomBytes(3).toString('hex').toUpperCase(),
  request,
  expiresAt: new Date(now.getTime() + SESSION_MS),
  stage: { at: 'identity' },
  problem: null,
});

class OpenAuthority implements Authority {
  readonly #options: AuthorityOptions;
  readonly #sessions = new Map<string, Session>();

  constructor(options: AuthorityOptions) {
    this.#options = options;
  }

  async open(request: unknown): Promise<Session> {
    const { serviceKey, clock, journal } = this.#options;
    const now = clock.now();
    const checked = checkRequest(request, { serviceKey, now });
    this.#forgetOld(now);
    const known = [...this.#sessions.values()].find((one) => one.request.txn === checked.txn);
    if (known && known.request.inputHash !== checked.inputHash) {
      throw new RequestRefused(
        'duplicate_txn',
        'This request differs from one of the same number.',
      );
    }
    if (known) return known;
    const session = newSession(checked, now);
    this.#sessions.set(session.id, session);
    if (journal.isFinished(checked.txn)) await this.#fail(session, FINISHED);
    if (session.stage.at === 'identity') await this.#note(session, 'opened');
    return session;
  }

  async find(id: string): Promise<Session | undefined> {
    const session = this.#sessions.get(id);
    if (!session || session.stage.at === 'done' || session.stage.at === 'signing') return session;
    if (this.#options.clock.now() >= session.expiresAt) await this.#fail(session, EXPIRED);
    return session;
  }

  async identify(session: Session, form: { identity: string; consent: boolean }): Promise<void> {
    if (session.stage.at !== 'identity') return;
    const read = readIdentity(form);
    if (!read.ok) {
      session.problem = read.message;
      return;
    }
    if (read.identity.problem) return this.#fail(session, read.identity.problem);
    await this.#send(session, read.identity, firstOtp(newCode(), this.#options.clock.now()));
  }

  async resend(session: Session): Promise<void> {
    if (session.stage.at !== 'code') return;
    const { identity, otp } = session.stage;
    const asked = resendOtp(otp, newCode(), this.#options.clock.now());
    if (asked.ok) return this.#send(session, identity, asked.state);
    session.problem = asked.message;
  }

  async giveCode(session: Session, code: string): Promise<void> {
    if (session.stage.at !== 'code') return;
    const { identity, otp } = session.stage;
    const { outcome, state } = tryOtp(otp, code.trim(), this.#options.clock.now());
    session.stage = { at: 'code', identity, otp: state };
    switch (outcome) {
      case 'right':
        return this.#sign(session, { identity, otp });
      case 'used-up':
        return this.#fail(session, TOO_OFTEN_WRONG);
      case 'too-old':
        session.problem = 'The code is too old. Ask for a new one.';
        return;
      case 'wrong':
        session.problem = 'The code is wrong. Look at the newest message and try again.';
        return;
    }
  }

  async cancel(session: Session): Promise<void> {
    if (session.stage.at === 'done' || session.stage.at === 'signing') return;
    await this.#fail(session, DECLINED);
  }

  clear(): void {
    this.#sessions.clear();
  }

  async #send(session: Session, identity: TestIdentity, otp: OtpState): Promise<void> {
    session.stage = { at: 'code', identity, otp };
    session.problem = null;
    const { reference } = session;
    this.#options.phone.deliver({
      at: otp.sentAt,
      mobile: identity.mobile,
      reference,
      code: otp.code,
      text: `${otp.code} is your TEST code to sign, reference ${reference}. It is valid for 10 minutes.`,
    });
    await this.#note(session, 'otp-sent');
  }

  async #sign(session: Session, proof: { identity: TestIdentity; otp: OtpState }): Promise<void> {
    session.stage = { at: 'signing' };
    const { pki, clock } = this.#options;
    const at = clock.now();
    const { txn, inputHash } = session.request;
    try {
      await this.#note(session, 'otp-verified');
      const made = await issueSignature(pki, { identity: proof.identity, inputHash, at });
      const times = { otpSentAt: proof.otp.sentAt, otpVerifiedAt: at };
      const answer = signAnswer({ outcome: 'signed', txn, ...made, ...times }, pki.answer);
      await this.#note(session, 'signed', { inputHash });
      session.stage = { at: 'done', answer };
    } catch (error) {
      await this.#fail(session, BROKEN);
      throw error;
    }
  }

  #forgetOld(now: Date): void {
    for (const { id, expiresAt } of this.#sessions.values()) {
      if (now.getTime() > expiresAt.getTime() + FORGOTTEN_AFTER_MS) this.#sessions.delete(id);
    }
  }

  async #fail(session: Session, why: { reason: string; message: string }): Promise<void> {
    const { txn } = session.request;
    const answer = signAnswer({ outcome: 'failed', txn, ...why }, this.#options.pki.answer);
    session.stage = { at: 'done', answer };
    await this.#note(session, 'failed', { reason: why.reason });
  }

  #note(
    session: Session,
    event: 'opened' | 'otp-sent' | 'otp-verified' | 'signed' | 'failed',
    more: { reason?: string; inputHash?: string } = {},
  ): Promise<void> {
    const at = this.#options.clock.now();
    return this.#options.journal.append({ at, txn: session.request.txn, event, ...more });
  }
}

/** Opens the authority's counter: no server yet, only its rules. */
export const openAuthority = (options: AuthorityOptions): Authority => new OpenAuthority(options);
