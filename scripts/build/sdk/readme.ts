const FIRST_TASK = '\n## ';
/** What the guide says about Python: its programs, and paragraphs that begin so. */
const PYTHON = /^(?:```python\n.*?^```|In Python\b.*?)\n\n/gms;
/** A link from the guide to another page or file of the repository. */
const LINK = /\]\((?!https?:)([^)]+)\)/g;

const OPENING = `# esign-sdk

A typed client for the Electronic Signature Service, and the check of its webhooks. It has no dependencies, runs on Node 18 or newer, and supports
\`import\` and \`require\`.

\`\`\`sh
npm install esign-sdk
\`\`\`

`;

/** The README of the package: the guide's tasks without Python, with absolute links. */
export function readmeFrom(guide: string, homepage: string): string {
  const here = homepage.replace('#readme', '/blob/main/docs/guides/sdk.md');
  const absolute = (_: string, link: string) => `](${new URL(link, here)})`;
  const start = guide.indexOf(FIRST_TASK);
  if (start < 0) throw new Error('the guide has no task');
  const tasks = `${guide.slice(start + 1)}\n`.replace(PYTHON, '');
  return `${OPENING}${tasks.replace(LINK, absolute).trimEnd()}\n`;
}
