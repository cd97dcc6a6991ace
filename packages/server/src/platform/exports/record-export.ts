import type { Context } from '../context.ts';
import type { EntityDeclaration } from '../odata/entity.ts';
import type { ListQuery } from '../odata/list-query.ts';
import type { Services } from '../services.ts';

/** The tenant in whose audit an export stands: the request's, or else one of those that it reads from. */
const auditedTenant = (context: Context, entity: EntityDeclaration): string | undefined => {
  const scope = context.scopeOf(entity.permission);
  if (scope.kind === 'all' || scope.tenantIds.includes(context.tenantId)) return context.tenantId;
  return scope.tenantIds[0];
};

/** Writes into the audit who takes which rows out of the product, before the first of them leaves. */
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
