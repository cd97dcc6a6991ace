import type { Context } from '../context.ts';
import type { EntityDeclaration } from '../odata/entity.ts';
import type { ListQuery } from '../odata/query/list-query.ts';
import type { Services } from '../services.ts';

/** The tenant whose audit contains the export: the request's, or one of those read. */
const auditedTenant = (context: Context, entity: EntityDeclaration): string | undefined => {
  const scope = context.scopeOf(entity.permission);
  if (scope.kind === 'all' || scope.tenantIds.includes(context.tenantId)) return context.tenantId;
  return scope.tenantIds[0];
};

/** Records in the audit who exports which rows, before the first row is sent. */
export const recordExport = async (
  { gate }: Services,
  context: Context,
  entity: EntityDeclaration,
  { written, top, skip }: ListQuery,
): Promise<void> => {
  const tenantId = auditedTenant(context, entity);
  if (tenantId === undefined) return;
  const asked = { ...Object.fromEntries(written), $top: top, $skip: skip };
  await gate.write(context, entity.permission, (_db, change) =>
    change.record({ entity: entity.name, id: 'Export()', tenantId, after: asked }),
  );
};
