import { Type } from 'typebox';
import type { PdfVerdict } from '../../pdf/verification/verdict.ts';
import type { Diagnosed } from '../webhook/diagnose/diagnose.ts';
import type { RootedFile, RootFolder } from './root-folder.ts';
import type { Tool } from './tool.ts';
import { makeTool } from './tool.ts';

type ToolFinding = NonNullable<PdfVerdict['problem']>;

/** Verifiers of files, which only a command may import. */
export interface Judges {
  readonly judgePdf: (bytes: Buffer) => Promise<PdfVerdict>;
  /** `signature` is the header's value, if it is not saved with the delivery. */
  readonly judgeDelivery: (file: RootedFile, signature: string | undefined) => Promise<Diagnosed>;
}

const MEBIBYTE = 1024 * 1024;
/** A signed PDF is larger than the uploaded one. */
const LARGEST_PDF = 32 * MEBIBYTE;
const LARGEST_DELIVERY = 4 * MEBIBYTE;

export const file = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 4096,
    description: `${description}, relative to the folder`,
  });

const codeOf = (finding: ToolFinding | undefined): string => finding?.code ?? '';

function shownVerdict(verdict: PdfVerdict) {
  const { verified, integrityVerified, intact, identified, complete, sha256 } = verdict;
  const { level, fields, problem } = verdict;
  const told = ({ code, message }: ToolFinding): ToolFinding => ({ code, message });
  return {
    ...{ verified, integrityVerified, intact, identified, complete, sha256, level, fields },
    findings: verdict.findings.map(told),
    problem: problem && told(problem),
    signatures: verdict.signatures.map(({ kind, signer, claimedAt, timestampedAt, ...one }) => {
      const { valid, trusted, identity } = one;
      const name = signer?.commonName ?? null;
      return { kind, signer: name, claimedAt, timestampedAt, valid, trusted, identity };
    }),
  };
}

const pdfTool = (root: RootFolder, { judgePdf }: Judges): Tool =>
  makeTool({
    name: 'verify_pdf',
    description:
      'Verifies the signatures of a PDF, offline. "verified" is true only if it is intact, complete, and every signer is identified by a trusted root.',
    input: { file: file('path of the PDF') },
    run: async (given) => {
      const verdict = await judgePdf((await root.read(given.file, LARGEST_PDF)).bytes);
      const text = verdict.verified ? 'verified' : `not verified: ${codeOf(verdict.problem)}`;
      return { text, data: shownVerdict(verdict) };
    },
  });

const deliveryTool = (root: RootFolder, { judgeDelivery }: Judges): Tool =>
  makeTool({
    name: 'verify_webhook',
    description:
      'Verifies a webhook delivery that was saved, or a bare body with its signature, by the secret of the profile, and says why it fails.',
    input: {
      file: file('path of the saved delivery, or of the exact body'),
      signature: Type.Optional(
        Type.String({ maxLength: 500, description: 'value of X-Service-Signature' }),
      ),
    },
    run: async (given) => {
      const saved = await root.read(given.file, LARGEST_DELIVERY);
      const { valid, reason, explain } = await judgeDelivery(saved, given.signature);
      return {
        text: valid ? 'valid' : `not valid: ${reason ?? 'unknown'}`,
        data: { valid, reason, explain },
      };
    },
  });

export const fileTools = (root: RootFolder, judges: Judges): Tool[] => [
  pdfTool(root, judges),
  deliveryTool(root, judges),
];
