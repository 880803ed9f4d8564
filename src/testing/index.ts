export type { ApiFaultName, FaultName } from '../sandbox/faults.ts';
export type { SandboxOptions } from './sandbox-process.ts';
export type { TestSandbox } from './start-sandbox.ts';
export { startSandbox } from './start-sandbox.ts';
export type {
  AccountOptions,
  ApiFaultOptions,
  DeclineOptions,
  FaultTimes,
  SignedSigner,
  SignOptions,
  TestAccount,
} from './test-account.ts';
export type { InboxFilter, TestMail, TestMessage, TestOtp } from './test-inbox.ts';
