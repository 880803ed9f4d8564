import { defineConfig } from 'drizzle-kit';

/**
 * Read by `npx drizzle-kit generate --config scripts/drizzle.config.ts`, which writes the next migration.
 * The snapshot before its own is then deleted: only the newest is read, and git has the others.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: 'src/service/store/schema/*.ts',
  out: 'src/service/store/migrations',
});
