import { systemContext } from '../../../platform/context.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';

/** The HTML of a preview that has not expired; 404 for any other id. */
export const readPreview = async ({ gate, clock }: Services, previewId: string): Promise<string> => {
  const context = systemContext({ name: 'mail preview', clock, tenantId: 'all' });
  const row = await gate.read(context, 'WorkUnits:view', (db) =>
    db
      .selectFrom('mail_previews')
      .select('html')
      .where('preview_id', '=', previewId)
      .where('expires', '>', clock.now())
      .executeTakeFirst(),
  );
  if (!row) throw notFound('The preview');
  return row.html;
};
