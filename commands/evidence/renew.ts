import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { required } from '../../src/cli/input/argument.ts';
import { readInputFile } from '../../src/cli/input/read-input-file.ts';
import { evidenceFetcher } from '../../src/cli/verify/fetch-evidence.ts';
import { pathFlags, readTrust, trustFlags } from '../../src/cli/verify/read-trust.ts';
import type { SavedRenewal } from '../../src/cli/verify/renew-file.ts';
import {
  askAuthority,
  renewedPath,
  renewProof,
  saveRenewal,
} from '../../src/cli/verify/renew-file.ts';
import type { Proof } from '../../src/pdf/signing/prove.ts';
import type { Trust, Verifier } from '../../src/pdf/verification/verifier.ts';

/** Bytes reserved for the timestamp token. */
const RESERVE = 8192;

export default class EvidenceRenew extends BaseCommand {
  static override summary = 'renew the proof in a signed PDF before it ends';
  static override description =
    "Verifies the file, adds the certificates and revocation information that its last document timestamp rests on, and puts a new document timestamp over all that. What was there stays as it is, so a completion certificate still belongs to it. Fetches from the public addresses that the certificates name; give what they don't name with --crl and --intermediate. The timestamping authority's root must be among the trusted ones. A second timestamp is asked for when the first one shows that the authority is another than before. Exits with 10 if the file is not verified: a proof that has ended cannot be renewed.";
  static override examples = [
    '<%= config.bin %> evidence renew signed.pdf --tsa http://timestamps.example.in --root roots.pem',
    '<%= config.bin %> evidence renew signed.pdf --tsa http://timestamps.example.in --root roots.pem -o signed.pdf --force',
  ];
  static override args = {
    file: required('signed PDF'),
  };
  static override flags = {
    ...trustFlags,
    ...pathFlags,
    tsa: Flags.string({
      description: 'address of the timestamping authority (RFC 3161)',
      helpValue: 'URL',
      required: true,
    }),
    output: Flags.string({
      description: 'file to write (default: NAME-renewed.pdf beside it)',
      char: 'o',
      helpValue: 'FILE',
    }),
    force: Flags.boolean({ description: 'overwrite an existing file' }),
  };

  async run(): Promise<SavedRenewal> {
    const { args, flags } = await this.parse(EvidenceRenew);
    const { startVerifier } = await import('../../src/pdf/verification/verifier.ts');
    const trust = await readTrust(flags, (await this.profileInUse())?.dataDir);
    const path = await renewedPath({ file: args.file, ...flags });
    const file = await readInputFile(args.file, 'the PDF');
    const verifier = startVerifier({ script: this.asset('verify-worker.js') });
    const folder = await mkdtemp(join(tmpdir(), 'esign-renew-'));
    try {
      const renewed = await renewProof(file, {
        name: args.file,
        verify: (bytes) => verifier.verify(bytes, trust),
        proofFor: (bytes, field) => this.#proofFor(verifier, { bytes, field, trust }),
        stamp: await stamper(verifier, { trust, url: flags.tsa, to: join(folder, 'renewed.pdf') }),
      });
      return await saveRenewal(this.out, renewed, { path, force: flags.force });
    } finally {
      verifier.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Adds the evidence that the certificates' addresses serve to the given evidence. */
  async #proofFor(verifier: Verifier, { bytes, field, trust }: AskedRenewal): Promise<Proof> {
    const reader = {
      addresses: verifier.addresses.bind(verifier),
      certificates: async (file: Uint8Array) => {
        const carried = await verifier.certificates(file);
        const isNeeded = (one: { readonly field: string }) =>
          field === undefined || one.field === field;
        return carried && { ...carried, signatures: carried.signatures.filter(isNeeded) };
      },
    };
    const fetched = await evidenceFetcher(reader)(bytes, trust);
    for (const { message } of fetched.remarks) this.out.warn(message);
    const given = trust.intermediates.map(({ raw }) => raw);
    return {
      certificates: [...given, ...fetched.issuers],
      crls: [...trust.crls, ...fetched.crls],
      ocsp: fetched.ocsp,
    };
  }
}

type RenewalTrust = Trust & Awaited<ReturnType<typeof readTrust>>;

interface AskedRenewal {
  readonly bytes: Buffer;
  readonly field: string | undefined;
  readonly trust: RenewalTrust;
}

interface Stamping {
  readonly trust: RenewalTrust;
  readonly url: string;
  /** Where the file is written before it has its token. */
  readonly to: string;
}

async function stamper(verifier: Verifier, { trust, url, to }: Stamping) {
  const { embedCms } = await import('../../src/pdf/signing/prepare.ts');
  const { readTimestampReply, timestampQuery } = await import(
    '../../src/pdf/cms/timestamp-request.ts'
  );
  const rules = { roots: trust.roots, chain: trust.intermediates };
  return async (file: Buffer, proof: Proof): Promise<Buffer> => {
    const placeholder = await verifier.prove({ file, to, proof, reserve: RESERVE });
    if (placeholder === null) throw new Error('The document timestamp has no placeholder.');
    const token = await askAuthority(url, {
      sha256: Buffer.from(placeholder.sha256, 'hex'),
      query: timestampQuery,
      read: (reply, request) => readTimestampReply(reply, request, { ...rules, now: new Date() }),
    });
    return embedCms({ bytes: await readFile(to), ...placeholder }, token);
  };
}
