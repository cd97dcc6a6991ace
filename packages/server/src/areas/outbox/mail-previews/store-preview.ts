import { randomBytes } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

const lifetime = 5 * 60_000;

/** Stores a mail's HTML for five minutes. Returns the unguessable address of the sandboxed page that shows it. */
export const storePreview = async (
  db: ScopedDatabase,
  context: Context,
  { tenantId, html }: { readonly tenantId: string; readonly html: string },
): Promise<string> => {
  const now = context.clock.now();
  const previewId = randomBytes(32).toString('base64url');
  await db.deleteFrom('mail_previews').where('tenant_id', '=', tenantId).where('expires', '<=', now).execute();
  await db
    .insertInto('mail_previews')
    .values({ tenant_id: tenantId, preview_id: previewId, html, expires: new Date(now.getTime() + lifetime) })
    .execute();
  return `/v1/emailtemplates/previews/${previewId}`;
};
