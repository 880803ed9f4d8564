import { Flags } from '@oclif/core';

/** The flags with which signers are named. */
export const signerFlags = {
  signer: Flags.string({
    description:
      'a signer: "Name <email> phone @PAGE:X,Y,WxH …" (again for each; they sign in this order)',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'SIGNER',
  }),
  signers: Flags.string({
    description:
      'file of signers: CSV with a header (name,email,phone,placement), or JSON; - is stdin',
    helpValue: 'FILE',
  }),
};
