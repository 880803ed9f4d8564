import type { Permission } from '../../../../src/service/core/permissions.rules.ts';

/** The routes below `/dashboard` that each permission opens; those of a sandbox apart. */
export const ROUTES_OF: Readonly<Partial<Record<Permission, readonly string[]>>> = {
  'documents.read': [
    'GET /',
    'GET /documents',
    'GET /documents/:documentId',
    'GET /documents/:documentId/certificate.pdf',
    'GET /documents/:documentId/signed.pdf',
    'GET /documents/export.csv',
    'GET /requests',
    'GET /requests/:requestId',
  ],
  'documents.resend': [
    'GET /documents/selected/resend',
    'POST /documents/:documentId/resend',
    'POST /documents/selected/resend',
    'POST /webhooks/:endpointId/recover',
    'POST /webhooks/deliveries/:deliveryId/resend',
  ],
  'documents.withdraw': [
    'GET /documents/:documentId/withdraw',
    'GET /documents/selected/withdraw',
    'POST /documents/:documentId/withdraw',
    'POST /documents/selected/withdraw',
  ],
  'keys.manage': [
    'GET /keys',
    'GET /keys/:keyId',
    'POST /keys',
    'POST /keys/:keyId/revoke',
    'POST /keys/:keyId/roll',
  ],
  'endpoints.read': [
    'GET /webhooks',
    'GET /webhooks/:endpointId',
    'GET /webhooks/deliveries/:deliveryId',
  ],
  'endpoints.manage': [
    'POST /webhooks',
    'POST /webhooks/:endpointId/activate',
    'POST /webhooks/:endpointId/events',
    'POST /webhooks/:endpointId/remove',
    'POST /webhooks/:endpointId/rotate',
    'POST /webhooks/:endpointId/secret',
    'POST /webhooks/:endpointId/switch',
    'POST /webhooks/:endpointId/test',
  ],
  'audit.read': ['GET /audit'],
  'billing.manage': [
    'GET /credits',
    'GET /credits/mandate',
    'GET /credits/orders/:order',
    'GET /credits/profile',
    'GET /invoices/:number',
    'POST /credits/buy',
    'POST /credits/mandate',
    'POST /credits/mandate/cancel',
    'POST /credits/month',
    'POST /credits/profile',
    'POST /credits/trial',
  ],
  'members.manage': ['GET /members', 'POST /members', 'POST /members/remove', 'POST /members/role'],
  'settings.manage': [
    'GET /settings',
    'GET /settings/preview/mail',
    'GET /settings/preview/mail/body',
    'GET /settings/preview/page',
    'POST /settings',
    'POST /settings/logo',
    'POST /settings/logo/remove',
    'POST /settings/reply-to',
  ],
  'self.manage': [
    'GET /confirm',
    'GET /confirm/oidc/:provider',
    'GET /confirm/passkey',
    'GET /me',
    'GET /me/passkeys',
    'POST /confirm',
    'POST /confirm/code',
    'POST /confirm/passkey',
    'POST /me/account',
    'POST /me/end',
    'POST /me/end-all',
    'POST /me/passkeys',
    'POST /me/passkeys/remove',
    'POST /sign-out',
  ],
};

/**
 * Forms that are open to every session, behind permissions over secrets, keys, members and the billing profile: they neither change
 * nor show any of these. Every other form behind these permissions needs a confirmation.
 */
export const WITHOUT_CONFIRMATION: Readonly<Partial<Record<Permission, readonly string[]>>> = {
  'keys.manage': [],
  'members.manage': [],
  'endpoints.manage': [
    '/webhooks/:endpointId/events',
    '/webhooks/:endpointId/remove',
    '/webhooks/:endpointId/switch',
    '/webhooks/:endpointId/test',
  ],
  'billing.manage': [
    '/credits/buy',
    '/credits/mandate',
    '/credits/mandate/cancel',
    '/credits/month',
    '/credits/trial',
  ],
  'self.manage': [
    '/confirm',
    '/confirm/code',
    '/confirm/passkey',
    '/me/account',
    '/me/end',
    '/me/end-all',
    '/sign-out',
  ],
};
