const STAMP = /^# Completion of esign (\S{1,40})$/m;

export const stamped = (script: string, version: string): string =>
  `# Completion of esign ${version}\n${script}`;

export const stampedVersion = (script: string): string | undefined => STAMP.exec(script)?.[1];
