export interface ReportCase {
  readonly name: string;
  /** A failure, or why there is no result yet; undefined for a success. */
  readonly problem?: {
    readonly kind: 'failure' | 'skipped';
    readonly code: string;
    readonly message: string;
  };
}

export interface Report {
  readonly name: string;
  readonly seconds: number;
  readonly cases: readonly ReportCase[];
}

/** Characters that XML 1.0 cannot hold, not even escaped (production 2, Char). */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function attribute(name: string, value: string | number): string {
  const allowed = String(value).replace(FORBIDDEN, '');
  return ` ${name}="${allowed.replace(/[&<>"\t\n\r]/g, (one) => ESCAPES[one] ?? one)}"`;
}

function caseText(classname: string, { name, problem }: ReportCase): string {
  const open = `    <testcase${attribute('classname', classname)}${attribute('name', name)}`;
  if (!problem) return `${open}/>`;
  const { kind, code, message } = problem;
  const type = kind === 'failure' ? attribute('type', code) : '';
  return `${open}>\n      <${kind}${type}${attribute('message', message)}/>\n    </testcase>`;
}

/** How each report of that name begins. */
export const beginningOf = (name: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attribute('name', name)}`;

export function junitText({ name, seconds, cases }: Report): string {
  const count = (kind: string) => cases.filter(({ problem }) => problem?.kind === kind).length;
  const totals = [
    attribute('tests', cases.length),
    attribute('failures', count('failure')),
    attribute('errors', 0),
    attribute('skipped', count('skipped')),
    attribute('time', seconds.toFixed(3)),
  ].join('');
  const classname = name.replaceAll(' ', '.');
  return [
    `${beginningOf(name)}${totals}>`,
    `  <testsuite${attribute('name', name)}${totals}>`,
    ...cases.map((one) => caseText(classname, one)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
