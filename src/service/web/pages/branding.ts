import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { withoutUnsafe } from '../../../contract/unsafe-characters.ts';
import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { Colour } from '../../core/branding/accent.rules.ts';
import { accentsOf, colourProblem } from '../../core/branding/accent.rules.ts';
import { logoPath } from '../../core/branding/logo.rules.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Words } from './words/en.ts';

export interface Branding {
  readonly colour: Colour | null;
  readonly logoHash: string | null;
}

/** Overrides the service's accent. Hovered buttons don't get lighter, to keep their contrast. */
function styleOf(colour: Colour): string {
  const { light, dark } = accentsOf(colour);
  return `:root { --accent: ${light}; }
@media (prefers-color-scheme: dark) { :root { --accent: ${dark}; } }
:is(button, .button):hover { filter: none; }
`;
}

const versionOf = (style: string): string =>
  createHash('sha256').update(style).digest('hex').slice(0, 16);

/** Goes after the common style; null without a colour. */
export const brandStyle = ({ colour }: Branding): Html | null =>
  colour === null
    ? null
    : html`<link rel="stylesheet" href="/brand/${colour.slice(1)}.css?v=${versionOf(styleOf(colour))}">
`;

export const logoImage = (
  { logoHash }: Branding,
  senderName: string,
  { logo }: Pick<Words, 'logo'>,
): Html | null =>
  logoHash === null
    ? null
    : html`<img class="logo" src="${logoPath(logoHash)}" alt="${logo(withoutUnsafe(senderName))}"> `;

/** For a year: these addresses contain a hash. */
const CACHE = 'public, max-age=31536000, immutable';

interface BrandingRoute {
  Params: { file: string };
}

const notFound = (): DomainError => new DomainError('not_found', 'There is no such file.');

/** Signers have no session: knowing a logo's hash is enough. Styles are about nobody. */
export function brandingRoutes(app: FastifyInstance, { store }: Pick<ServiceDeps, 'store'>): void {
  app.get<BrandingRoute>('/logos/:file', async ({ params }, reply) => {
    const [, hash] = /^([0-9a-f]{64})\.png$/.exec(params.file) ?? [];
    const png = hash && (await store.findLogo(hash));
    if (!png) throw notFound();
    return reply.header('Cache-Control', CACHE).type('image/png').send(png);
  });
  app.get<BrandingRoute>('/brand/:file', async ({ params }, reply) => {
    const [, digits] = /^([0-9a-f]{6})\.css$/.exec(params.file) ?? [];
    if (!digits || colourProblem(`#${digits}`)) throw notFound();
    return reply
      .header('Cache-Control', CACHE)
      .type('text/css; charset=utf-8')
      .send(styleOf(`#${digits}`));
  });
}
