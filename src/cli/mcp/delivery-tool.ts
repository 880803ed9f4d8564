import { Type } from 'typebox';
import { redactUrl } from '../../client/index.ts';
import type { SandboxControl } from '../../sandbox/control/operations.ts';
import type { SandboxDelivery } from '../../sandbox/control/webhook-schemas.ts';
import { counted } from '../terminal/counted.ts';
import { documentId } from './document-tools.ts';
import type { Tool } from './tool.ts';
import { makeTool } from './tool.ts';

type ListDeliveries = SandboxControl['listDeliveries'];

function shownDelivery({ url, lastTry, ...delivery }: SandboxDelivery) {
  const { deliveryId, endpointId, event, documentId, state, createdAt } = delivery;
  const { tries, nextTryAt } = delivery;
  const last = lastTry && { status: lastTry.status, error: lastTry.error };
  return {
    ...{ deliveryId, endpointId, url: redactUrl(url), event, documentId, state, createdAt },
    ...{ tries, nextTryAt, lastTry: last },
  };
}

export const deliveryTool = (list: ListDeliveries): Tool =>
  makeTool({
    name: 'list_deliveries',
    description: 'Lists webhook deliveries of the running sandbox, newest first, without bodies.',
    input: Type.Object(
      {
        documentId: Type.Optional(documentId),
        failed: Type.Optional(
          Type.Boolean({ description: 'only failed, skipped and retrying ones' }),
        ),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 100,
            description: 'maximum number of deliveries; default 20',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    run: async ({ failed = false, limit = 20, documentId: id }) => {
      const found = await list({ failed, limit, documentId: id });
      const count = counted(found.length, 'delivery', 'deliveries');
      return { text: count, data: { deliveries: found.map(shownDelivery) } };
    },
  });
