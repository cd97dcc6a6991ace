import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { DescribeBuiltIn } from '../../actions/describe-action.ts';
import { isOpenState } from '../is-open-work-unit.ts';
import { incidentFields } from './create-incident.ts';
import { needsMatch, readUnits, reportOf, type Matched } from './create-match-incident.ts';

/** The number of the open unit that the match is noted in; `undefined` when an incident is made. */
const findOpenUnit = async (db: ScopedDatabase, matched: Matched): Promise<number | undefined> => {
  for (const { workUnitId } of await readUnits(db, matched)) {
    const unit = await db
      .selectFrom('work_units')
      .select('state')
      .where('tenant_id', '=', matched.tenantId)
      .where('work_unit_id', '=', workUnitId)
      .executeTakeFirst();
    if (unit && isOpenState(unit.state)) return workUnitId;
  }
  return undefined;
};

/** What `createMatchIncident` does with an order. */
export const describeMatchIncident: DescribeBuiltIn = async (db, order) => {
  const { tenantId, match } = order;
  if (!match) return { effect: null, fault: needsMatch };
  const { title, description, severityId, protocolId } = await incidentFields(db, reportOf(order, match));
  const notedIn = (await findOpenUnit(db, { tenantId, match })) ?? null;
  return {
    effect: { kind: 'workUnit', notedIn, title, description, severityId, protocolId },
    fault: undefined,
  };
};
