import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { DescribeBuiltIn } from '../../actions/describe-action.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';
import { isOpenState } from '../is-open-work-unit.ts';
import { incidentFields } from './create-incident.ts';
import { findOpenUnit, needsMatch, reportOf } from './create-match-incident.ts';

const isOpenWithoutLock = async (db: ScopedDatabase, { tenantId, workUnitId }: WorkUnitKey): Promise<boolean> => {
  const unit = await db
    .selectFrom('work_units')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .where('work_unit_id', '=', workUnitId)
    .executeTakeFirst();
  return unit !== undefined && isOpenState(unit.state);
};

/** Describes for a dry run what `createMatchIncident` would do with an order. */
export const describeMatchIncident: DescribeBuiltIn = async (db, order) => {
  const { tenantId, match } = order;
  if (!match) return { effect: null, fault: needsMatch };
  const { title, description, severityId, protocolId } = await incidentFields(db, reportOf(order, match));
  const open = await findOpenUnit(db, { tenantId, match }, (key) => isOpenWithoutLock(db, key));
  return {
    effect: { kind: 'workUnit', notedIn: open?.workUnitId ?? null, title, description, severityId, protocolId },
    fault: undefined,
  };
};
