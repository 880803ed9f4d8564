import type { Plugin } from 'esbuild';

/** A module that a package loads at each start and calls in cases that we never have. */
interface LeftOut {
  readonly module: RegExp;
  /** The package or file that asks for it; others get the real one. */
  readonly of: string;
  /** The stand-in's named exports: functions that throw and name the missing module. */
  readonly name: string;
}

const LEFT_OUT: readonly LeftOut[] = [
  // Our settings have no schema to validate
  { module: /^ajv/, of: 'conf', name: 'Ajv2020' },
  // Our base command runs without the configuration, and no command is deprecated
  { module: /^\.\/config$/, of: '@oclif/core/lib/command.js', name: 'Config' },
  { module: /^\.\/help\/util$/, of: '@oclif/core/lib/command.js', name: 'normalizeArgv' },
  // It prints and asks by means of our own
  { module: /^\.\/ux$/, of: '@oclif/core/lib/command.js', name: 'ux' },
  { module: /^\.\.\/ux$/, of: '@oclif/core/lib/parser/help.js', name: 'ux' },
  // No flag shows the help, and we report errors
  { module: /^\.\/help$/, of: '@oclif/core/lib/flags.js', name: 'loadHelpClass' },
  { module: /^\.\.\/help\/index$/, of: '@oclif/core/lib/errors/handle.js', name: 'loadHelpClass' },
  // Only WOFF2 fonts are compressed with it, and ours are TTF
  { module: /^brotli\/decompress\.js$/, of: 'fontkit', name: 'decompress' },
];

/** Leaves modules out of a bundle that no run needs: loading them would slow down every start. */
export const leftOut: Plugin = {
  name: 'left-out',
  setup({ onResolve, onLoad }) {
    const namespace = 'left-out';
    for (const { module, of, name } of LEFT_OUT) {
      onResolve({ filter: module }, ({ path, importer }) =>
        `${importer}/`.includes(`/node_modules/${of}/`)
          ? { path, namespace, pluginData: name }
          : null,
      );
    }
    onLoad({ filter: /.*/, namespace }, ({ path, pluginData }) => ({
      contents: [
        `export function ${pluginData}() { throw new Error('${path} was left out of this bundle'); }`,
        `export default ${pluginData};`,
      ].join('\n'),
    }));
  },
};
