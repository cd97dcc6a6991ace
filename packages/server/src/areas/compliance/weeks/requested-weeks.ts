import type { WeeksQuery } from '@cfs/contracts/compliance';
import { addWeeks } from '@cfs/contracts/control-statuses';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { notFound } from '../../../platform/problems.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';
import { findControlSet } from '../find-control-set.ts';

const permission = 'Compliance:view';

/** Weeks of a control set in a tenant; the caller may see both. */
export interface RequestedWeeks {
  readonly tenantId: string;
  readonly controlSetId: string;
  /** The Sundays as `YYYY-MM-DD`, oldest first. */
  readonly weeks: readonly string[];
  readonly first: string;
  readonly last: string;
}

/**
 * Returns the requested number of weeks, up to the requested one.
 *
 * @throws 404 for a tenant or control set out of reach.
 */
export const requestedWeeks = async (
  db: ScopedDatabase,
  context: Context,
  controlSetId: string,
  query: WeeksQuery,
): Promise<RequestedWeeks> => {
  const tenantId = query.tenantId ?? context.tenantId;
  await expectTenant(db, context, permission, tenantId);
  if (!(await findControlSet(db, context, permission, tenantId, controlSetId))) throw notFound('ControlSet');
  const last = query.checkDate.slice(0, 10);
  const weeks = Array.from({ length: query.weeks }, (_, index) => addWeeks(last, index + 1 - query.weeks));
  return { tenantId, controlSetId, weeks, first: weeks[0] ?? last, last };
};
