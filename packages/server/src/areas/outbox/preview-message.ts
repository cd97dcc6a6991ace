import type { OutboxPreview } from '@cfs/contracts/outbox';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { countCall } from '../../platform/limits/count-call.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { storePreview } from './mail-previews/store-preview.ts';

/**
 * The texts of a kept mail.
 *
 * @throws 404 if it is outside the caller's scope.
 */
export const previewMessage = (services: Services, context: Context, messageId: string): Promise<OutboxPreview> =>
  services.gate.write(context, 'Settings:view', async (db) => {
    const message = await db
      .selectFrom('outbox_messages')
      .select(['tenant_id', 'body', 'html'])
      .where('message_id', '=', messageId)
      .where(inScope(context, 'Settings:view', 'outbox_messages.tenant_id'))
      .executeTakeFirst();
    if (!message) throw notFound('OutboxMessage');
    await countCall(services, db, context, 'preview');
    const previewUrl = await storePreview(db, context, { tenantId: message.tenant_id, html: message.html });
    return { text: message.body, previewUrl };
  });
