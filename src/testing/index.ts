export type { ApiFaultName, FaultName } from '../sandbox/faults.ts';
export type { SandboxOptions } from './sandbox-process.ts';
export type { TestSandbox } from './start-sandbox.ts';
export { startSandbox } from './start-sandbox.ts';
export type {
  AccountOptions,
  ApiFaultOptions,
  DeclineOptions,
  FaultTimes,
  InboxFilter,
  SignedSigner,
  SignOptions,
  TestAccount,
  TestMail,
  TestMessage,
  TestOtp,
} from './test-account.ts';
