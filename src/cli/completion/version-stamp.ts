const STAMP = /^# Completion of esign (\S{1,40})$/m;

/** A completion script with a comment that names the version it is of. */
export const stamped = (script: string, version: string): string =>
  `# Completion of esign ${version}\n${script}`;

/** The version that a script names; undefined for one without. */
export const stampedVersion = (script: string): string | undefined => STAMP.exec(script)?.[1];
