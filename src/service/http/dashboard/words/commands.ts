const SIGNER = '--signer "Asha Rao <asha@example.in> 9876543210"';

/** Commands that pages tell to type. Ids may be cut to their first 8 characters. */
export const commands = {
  login: (baseUrl: string) => `esign auth login --base-url ${baseUrl}`,
  create: `esign send contract.pdf ${SIGNER}`,
  addSigner: (documentId: string) => `esign signers add ${documentId} ${SIGNER}`,
  send: (documentId: string) => `esign send ${documentId}`,
  watch: (documentId: string) => `esign status ${documentId} --watch`,
  listen: 'esign webhook listen',
};
