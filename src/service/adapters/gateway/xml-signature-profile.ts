/** The one profile of XML-DSig that is made and taken: enveloped, whole document, C14N 1.0, SHA-256, RSA. */
export const XML_SIGNATURE = {
  namespace: 'http://www.w3.org/2000/09/xmldsig#',
  canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
} as const;
