import { defineConfig } from 'drizzle-kit';

/** Read by `npx drizzle-kit generate --config scripts/drizzle.config.ts`, which writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: 'src/service/store/schema/**/*.ts',
  out: 'src/service/store/migrations',
});
