import { bundled, ESM } from './bundle.ts';
import { leftOut } from './left-out.ts';
import { DIST, ROOT } from './paths.ts';

/** Bundles the service, the sandbox and the reader of pages, sharing what they have in common. */
export async function buildService(): Promise<void> {
  await bundled({
    ...ESM,
    entryPoints: {
      service: `${ROOT}src/service/index.ts`,
      sandbox: `${ROOT}src/sandbox/index.ts`,
      'page-reader': `${ROOT}src/pdf/reading/page-reader.ts`,
    },
    // Less to parse: a sandbox starts 0.1 s sooner. Names are kept, for errors.
    minifyWhitespace: true,
    splitting: true,
    outdir: `${DIST}/service`,
    external: ['@electric-sql/pglite', 'pg-native'],
    define: {
      // It asks operators to upgrade Node for later releases of the library than the bundled one
      'process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED': '"true"',
    },
    plugins: [leftOut],
  });
}
