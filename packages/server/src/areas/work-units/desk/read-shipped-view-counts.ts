import { shippedViewCountLimit, shippedViews } from '@cfs/contracts/shipped-views';
import type { ShippedViewCounts } from '@cfs/contracts/shipped-view-counts';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { shippedViewConditions } from './shipped-view-conditions.ts';

const permission = 'WorkUnits:view';

/** Reads in flight, by the grants and the mail of the reader. */
const underWay = new WeakMap<object, Map<string, Promise<ShippedViewCounts>>>();

/** The mail of the reader; empty for machines, which have no units of their own. */
const mailOf = ({ actor }: Context): string => (actor.kind === 'person' ? actor.userName.toLowerCase() : '');

const countViews = async (db: ScopedDatabase, context: Context): Promise<ShippedViewCounts> => {
  const mail = mailOf(context);
  const scope = inScope(context, permission, 'unit.tenant_id');
  const columns = shippedViews.map(({ key }) => {
    const parts = shippedViewConditions[key](mail, context.clock.now()).map(
      (condition) => sql`(select from work_units unit where ${scope} and ${condition}
        limit ${sql.lit(shippedViewCountLimit)})`,
    );
    return sql`(select least(count(*), ${sql.lit(shippedViewCountLimit)})::integer
      from (${sql.join(parts, sql` union all `)}) counted) as ${sql.ref(key)}`;
  });
  const [counts] = await db.guarded<Record<string, number>>(sql`select ${sql.join(columns)}`);
  return shippedViews.map(({ key }) => ({ key, count: counts?.[key] ?? 0 }));
};

/**
 * Resolves with the number of open units in each shipped view for the reader, across all tenants in which they see work
 * units, each up to 1,000. It is one statement that uses only indexes; concurrent calls of one reader share its result.
 */
export const readShippedViewCounts = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
): Promise<ShippedViewCounts> => {
  const { grants = {} } = context;
  const mail = mailOf(context);
  const calls = underWay.get(grants) ?? new Map<string, Promise<ShippedViewCounts>>();
  underWay.set(grants, calls);
  const known = calls.get(mail);
  if (known) return known;
  const counts = gate.read(context, permission, (db) => countViews(db, context)).finally(() => calls.delete(mail));
  calls.set(mail, counts);
  return counts;
};
