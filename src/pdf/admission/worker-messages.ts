import type { Admission } from './admission.ts';
import type { ArrangeJob } from './arrange.ts';

/** What the pool asks of a worker: one job at a time. */
export type WorkerJob =
  | { readonly kind: 'admit'; readonly path: string; readonly maxPages: number }
  | ({ readonly kind: 'arrange' } & ArrangeJob);

/** What a worker says: that it is up, or how its job went. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'admitted'; readonly admission: Admission }
  | { readonly kind: 'arranged' }
  | { readonly kind: 'failed'; readonly message: string };
