import { openBenchService } from './service.ts';

/** The whole service on its embedded database, in a process of its own; it ends when its parent lets go of it. */
const service = await openBenchService();
process.once('disconnect', () => void service.close());
process.send?.({ baseUrl: service.url, apiKey: service.apiKey });
