const FIRST_TASK = '\n## ';
/** What the guide says about Python: its programs, and paragraphs that begin so. */
const PYTHON = /^(?:```python\n.*?^```|In Python\b.*?)\n\n/gms;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;

const OPENING = `# esign-sdk

A typed client for the Electronic Signature Service, and the check of its webhooks. It has no dependencies, runs on Node 18 or newer, and supports
\`import\` and \`require\`.

\`\`\`sh
npm install esign-sdk
\`\`\`

`;

/** The README of the package: the guide's tasks without Python, where links into the repository are words. */
export function readmeFrom(guide: string): string {
  const start = guide.indexOf(FIRST_TASK);
  if (start < 0) throw new Error('the guide has no task');
  const tasks = `${guide.slice(start + 1)}\n`.replace(PYTHON, '');
  return `${OPENING}${tasks.replace(LINK, '$1 (in the repository)').trimEnd()}\n`;
}
