import type { AnsweredCode, CliErrorCode } from './error-codes.ts';

export interface InputFault {
  /** Data row of a table, from 1. */
  readonly row?: number;
  /** From 1; undefined for a fault of the whole file. */
  readonly line?: number;
  /** Header of the cell, and the cell as it was read. */
  readonly column?: string;
  readonly value?: string;
  /** Without a full stop. */
  readonly problem: string;
  readonly setting?: string;
  readonly next?: string;
}

export interface CliErrorDetails {
  readonly code: CliErrorCode | AnsweredCode;
  /** Without a full stop. */
  readonly what: string;
  readonly why?: string | undefined;
  readonly next?: string | undefined;
  readonly exitCode: number;
  readonly documentId?: string | undefined;
  readonly faults?: readonly InputFault[] | undefined;
  readonly cause?: unknown;
}

/** A failure detected by the command line itself. */
export class CliError extends Error {
  readonly code: CliErrorCode | AnsweredCode;
  readonly why: string | undefined;
  readonly next: string | undefined;
  readonly exitCode: number;
  readonly documentId: string | undefined;
  readonly faults: readonly InputFault[] | undefined;

  static {
    CliError.prototype.name = 'CliError';
  }

  constructor(details: CliErrorDetails) {
    super(details.what, 'cause' in details ? { cause: details.cause } : {});
    this.code = details.code;
    this.why = details.why;
    this.next = details.next;
    this.exitCode = details.exitCode;
    this.documentId = details.documentId;
    this.faults = details.faults;
  }
}
