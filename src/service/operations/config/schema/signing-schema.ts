import { Type } from 'typebox';
import { CLOSED, GIVEN, Identifier, OWN, Path, TABLE, Text, Whole } from './kinds.ts';

/** A signature that carries only its certificate takes about 2 kB. */
const MIN_RESERVE = 4096;
const MAX_RESERVE = 262_144;

const keyRing = (name: string, description: string) => {
  const KeyFile = Type.Object(
    {
      id: Identifier(OWN, { description: 'name of the key, never reused', example: `${name}-1` }),
      file: Path({
        description:
          'private file of 32 random bytes in base64, as `openssl rand -base64 32` prints them',
        example: `keys/${name}-1`,
      }),
    },
    CLOSED,
  );
  return Type.Array(KeyFile, { minItems: 1, description });
};

export const Keys = Type.Object(
  {
    links: keyRing(
      'links',
      'Key of signing and download links: with another, links already sent are invalid.',
    ),
    sealing: keyRing('sealing', 'Key that encrypts webhook secrets in the database.'),
  },
  { ...TABLE, description: 'Secret keys, the same in every process.' },
);

const Seal = Type.Object(
  {
    certificate: Path({
      description: 'PEM file of the certificate that seals completion certificates',
      example: 'seal/certificate.pem',
    }),
    key: Path({
      description: 'private PEM file of its key, without a passphrase',
      example: 'seal/key.pem',
    }),
    chain: Path({
      description: 'PEM file of the certificates above it, up to and including the root',
      example: 'seal/chain.pem',
    }),
  },
  CLOSED,
);

export const Seals = Type.Array(Seal, {
  minItems: 1,
  description:
    'Seals of completion certificates: the first that is valid is used, so that its successor can stand here before.',
});

const Names = Type.Object(
  {
    authority: Text({ description: 'the certifying authority', example: 'Example CA' }),
    identity: Text({ description: 'the identity that it checks', example: 'Aadhaar' }),
  },
  CLOSED,
);

export const Gateway = Type.Object(
  {
    id: Identifier(OWN, {
      description: 'short name, recorded in each attempt to sign: never given to another gateway',
      example: 'example',
    }),
    name: Text({
      description: 'name of the authority, for signers and in the audit trail',
      example: 'Example CA',
    }),
    transport: Type.Enum(['protean', 'cdac'], {
      description: 'form fields of requests: those of Protean or of C-DAC',
      example: 'protean',
    }),
    action: Text({
      description: 'https address that signers’ browsers post requests to',
      example: 'https://esign.example.in/sign',
    }),
    aspId: Identifier(GIVEN, {
      description: 'id of this service at the authority',
      example: 'EXAMPLE-001',
    }),
    aspCertificate: Path({
      description: 'PEM file of the certificate that is registered there',
      example: 'asp/certificate.pem',
    }),
    aspKey: Path({
      description: 'private PEM file of its RSA key, without a passphrase',
      example: 'asp/key.pem',
    }),
    espCertificates: Path({
      description:
        'PEM file of the certificates that sign the authority’s answers; during a change, old and new ones',
      example: 'authority/answers.pem',
    }),
    roots: Path({
      description: 'PEM file of the roots of signers’ certificates',
      example: 'authority/roots.pem',
    }),
    chain: Type.Optional(
      Path({
        description: 'PEM file of the certificates between signers and roots',
        example: 'authority/chain.pem',
      }),
    ),
    responseSigType: Type.Enum(['pkcs7', 'pkcs7complete', 'pkcs7pdf'], {
      default: 'pkcs7complete',
      description:
        'form of signatures to ask for: the signer’s certificate alone, with its chain, or with a timestamp too',
    }),
    subFilter: Type.Optional(
      Type.Enum(['ETSI.CAdES.detached', 'adbe.pkcs7.detached'], {
        description:
          '`/SubFilter` of its signatures, by default `adbe.pkcs7.detached` if they are `pkcs7`, else the other; that needs the attribute signingCertificateV2 in them',
        example: 'ETSI.CAdES.detached',
      }),
    ),
    reserve: Whole(MIN_RESERVE, MAX_RESERVE, {
      default: 16_384,
      description: 'bytes reserved in the PDF for a signature',
    }),
    languageParameter: Type.Optional(
      Text({
        description: 'query parameter of `action` that tells the signer’s language',
        example: 'lang',
      }),
    ),
    names: Type.Optional(
      Type.Object(
        { en: Names, hi: Names },
        {
          ...CLOSED,
          description:
            'names on pages, in English and Hindi, of authority and identity; by default `name` and Aadhaar',
        },
      ),
    ),
  },
  CLOSED,
);

const TimestampAuthority = Type.Object(
  {
    url: Text({
      description: 'address of the timestamping authority (RFC 3161)',
      example: 'http://timestamps.example.in',
    }),
    roots: Path({
      description: 'PEM file of the roots of its tokens',
      example: 'timestamps/roots.pem',
    }),
    chain: Type.Optional(
      Path({
        description: 'PEM file of intermediate certificates that its tokens lack',
        example: 'timestamps/chain.pem',
      }),
    ),
  },
  CLOSED,
);

export const Timestamps = Type.Object(
  {
    policy: Type.Enum(['required', 'preferred', 'off'], {
      default: 'preferred',
      description:
        'timestamps and revocation lists in signed PDFs: nothing is signed without a timestamp, or it is, or neither is added',
    }),
    authorities: Type.Array(TimestampAuthority, {
      default: [],
      description:
        'Who gives timestamps. Each is asked when those before it give no valid one; unless the policy is `off`, one is needed.',
    }),
    renew: Type.Boolean({
      default: false,
      description:
        'renew the proof in completed documents 90 days before it ends, by another document timestamp',
    }),
  },
  { ...TABLE, description: 'Timestamps of signatures.' },
);
