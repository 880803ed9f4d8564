import { DomainError } from '../../service/index.ts';
import { SandboxRefused } from '../control/sandbox-errors.ts';

const KNOWN = ['invalid_request', 'not_found', 'invalid_state'] as const;

/** What the service answers; what it refuses, in the control interface's own terms. */
export async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const code = KNOWN.find((known) => known === error.code) ?? 'internal_error';
    throw new SandboxRefused(code, error.message, { cause: error });
  }
}
