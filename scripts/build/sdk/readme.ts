const FIRST_CODE = '```ts\n';
const LINK = /\[([^\]]*)\]\([^)]*\)/g;

const OPENING = `# esign-sdk

A typed client for the Electronic Signature Service, and the check of its webhooks. It has no dependencies, runs on Node 18 or newer, and supports
\`import\` and \`require\`.

\`\`\`sh
npm install esign-sdk
\`\`\`

`;

/** The README of the package: the guide from its first program on, where links into the repository are words. */
export function readmeFrom(guide: string): string {
  const start = guide.indexOf(FIRST_CODE);
  if (start < 0) throw new Error('the guide has no program');
  return `${OPENING}${guide.slice(start).replace(LINK, '$1 (in the repository)')}`;
}
