import type { OutboxPreview } from '@cfs/contracts/outbox';
import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { countCall } from '../../platform/limits/count-call.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { storePreview } from '../outbox/mail-previews/store-preview.ts';

/**
 * Reads the text of a received mail, and stores its sanitized HTML as a preview in a sandboxed page. Throws 404 for a
 * mail out of reach.
 */
export const previewReceivedMail = (services: Services, context: Context, mailId: string): Promise<OutboxPreview> =>
  services.gate.write(context, 'Settings:view', async (db) => {
    const mail = await db
      .selectFrom('received_mails')
      .select(['tenant_id', 'body', 'html'])
      .where('received_mail_id', '=', mailId)
      .where(inScope(context, 'Settings:view', 'received_mails.tenant_id'))
      .executeTakeFirst();
    if (!mail) throw notFound('ReceivedMail');
    await countCall(services, db, context, 'preview');
    const previewUrl = await storePreview(db, context, { tenantId: mail.tenant_id, html: mail.html });
    return { text: mail.body, previewUrl };
  });
