import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timestampUrlAt } from '../../../src/sandbox/authority/pki/serve-pki.ts';
import { aBriefProof } from '../service/brief-proof.ts';

/**
 * Puts a signed PDF into a folder whose proof ends in so many days (`brief.pdf`), with its roots (`roots.pem`) and the
 * lists that no certificate names. Returns the arguments of `evidence renew` for it.
 */
export async function putArchive(folder: string, days: number) {
  const { fileOf, roots, old, lasting, world, url } = await aBriefProof(days);
  const path = (name: string) => join(folder, name);
  const pems = roots.map((der) => new X509Certificate(der).toString());
  await writeFile(path('roots.pem'), pems.join(''));
  const { subCa, root } = world.authority.pki;
  const lists = await lasting.revocation.listsFor([subCa.certificate, root]);
  const crls = await Promise.all(
    [...old.lists, ...lists].map(async (list, index) => {
      await writeFile(path(`${index}.crl`), list);
      return ['--crl', `${index}.crl`];
    }),
  );
  await writeFile(path('brief.pdf'), await fileOf());
  return { tsa: timestampUrlAt(url), crls: crls.flat() };
}
