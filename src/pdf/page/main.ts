import { answerJobs } from './judge-apart.ts';

// The page is one file, so the worker that judges is the same script.
if (typeof document === 'undefined') answerJobs();
else void import('./verify-page.ts');
