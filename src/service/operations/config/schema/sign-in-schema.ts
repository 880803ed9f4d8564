import { Type } from 'typebox';
import { CLOSED, Secret, TABLE, Text, YesNo } from './kinds.ts';

const Provider = Type.Object(
  {
    id: Text({
      description:
        'short name in its addresses: letters, digits and hyphens; at the provider, register `PUBLIC_URL/dashboard/sign-in/oidc/ID/return`',
      example: 'example',
    }),
    name: Text({ description: 'label of the sign-in button', example: 'Example Company' }),
    issuer: Text({
      description:
        'https address of the issuer, as it names itself; `/.well-known/openid-configuration` is read below it',
      example: 'https://id.example.in',
    }),
    clientId: Text({ description: 'client id at the provider', example: 'esign' }),
    clientSecret: Secret({
      description: 'client secret at the provider',
      example: { file: 'sign-in/example-secret' },
    }),
    domains: Type.Array(Type.String({ minLength: 1 }), {
      description:
        'domains of mail addresses that it vouches for, in lower case: only members with such an address sign in by it, if it says that the address is verified',
      example: ['example.in'],
    }),
    only: YesNo({
      default: false,
      description: 'whether mails and passkeys let nobody in whose address is of these domains',
    }),
  },
  CLOSED,
);

export const SignIn = Type.Object(
  {
    providers: Type.Optional(
      Type.Array(Provider, {
        description:
          'Identity providers of companies (OpenID Connect), by which their members sign in to the dashboard.',
      }),
    ),
  },
  { ...TABLE, description: 'Sign-in to the dashboard, besides mails and passkeys.' },
);
