import type { Passkey } from '../../domain/members/passkey.ts';

/** The operations of a transaction about passkeys. */
export interface PasskeysTransaction {
  /** Adds a passkey; false if there is one with this credential. */
  insertPasskey(passkey: Passkey): Promise<boolean>;
  /** How many passkeys somebody has. Locks the user, so that nobody else counts meanwhile. */
  countPasskeys(userId: string): Promise<number>;
  /** Finds a passkey by its credential, and locks it. */
  lockPasskey(credentialId: string): Promise<Passkey | undefined>;
  changePasskey(
    passkeyId: string,
    change: Partial<Pick<Passkey, 'counter' | 'lastUsedAt'>>,
  ): Promise<void>;
  /** Notes that a challenge was answered, by its SHA-256; false if it was before. */
  spendChallenge(hash: Buffer, expiresAt: Date): Promise<boolean>;
}

/** The part of the store about passkeys. */
export interface PasskeysStore {
  /** Somebody's passkeys, oldest first. */
  listPasskeys(userId: string): Promise<Passkey[]>;
  /** Removes one of somebody's own; nothing happens if there is none. */
  removePasskey(of: { userId: string; passkeyId: string }): Promise<void>;
}
