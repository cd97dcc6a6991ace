import type { MaintenanceWindow } from '@cfs/contracts/change-calendar';
import { ruleConditionSchema } from '@cfs/contracts/rule-conditions';
import { timeConditionsSchema, type TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { sql } from 'kysely';
import { z } from 'zod';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { readBlockNames } from '../../blocks/read-block-names.ts';
import { maintenanceScopes, type MaintenanceScope } from './maintenance-scope.ts';
import { timeOccurrencesWithin } from '../occurrences/time-occurrences.ts';

/** Most Maintenance rules whose windows are computed for one response. */
const ruleLimit = 200;

/** Most entities whose names are looked up for one response. */
const nameLimit = 1_000;

const scope = { permission: 'Rules:view', shared: true } as const;
const conditionsSchema = z.array(ruleConditionSchema);
const guid = z.guid();

/** The requested span, and the tenants whose windows are requested. */
export interface WindowQuery {
  readonly from: string;
  readonly to: string;
  readonly isWanted: (tenantId: string) => boolean;
  readonly limit: number;
}

/** A resource that a window covers: its name, and its kind and id, as `Entity 4f1c…` or `Subscription …`. */
interface CoveredResource {
  readonly name: string;
  readonly entity: string;
}

/** A time at which a window is open, with the resources that it covers. */
export interface OpenWindow {
  readonly window: MaintenanceWindow;
  readonly resources: readonly CoveredResource[];
}

export interface MaintenanceWindows {
  /** By start; those whose start is unknown come first. */
  readonly windows: readonly OpenWindow[];
  readonly isComplete: boolean;
}

interface ScopedWindow extends MaintenanceScope {
  readonly ruleId: string;
  readonly name: string;
  readonly time: TimeConditions;
}

const readRules = ({ gate }: Pick<Services, 'gate'>, context: Context) =>
  gate.read(context, scope, (db) =>
    db
      .selectFrom('rules')
      .select(['tenant_id', 'rule_id', 'name', 'subscription_id', 'time_conditions', 'conditions'])
      .where('rule_type_id', '=', sql.lit(ruleTypes.Maintenance))
      .where('enabled', '=', sql.lit(true))
      .where('is_deleted', '=', sql.lit(false))
      .where(inScope(context, scope, 'rules.tenant_id'))
      .orderBy('name')
      .orderBy('rule_id')
      .limit(ruleLimit + 1)
      .execute(),
  );

type RuleRow = Awaited<ReturnType<typeof readRules>>[number];

const scopesOf = (row: RuleRow): ScopedWindow[] => {
  if (row.time_conditions === null) return [];
  const time = timeConditionsSchema.parse(JSON.parse(row.time_conditions));
  return maintenanceScopes({
    tenantId: row.tenant_id === systemTenantId ? undefined : row.tenant_id,
    subscriptionId: row.subscription_id,
    conditions: conditionsSchema.parse(row.conditions),
  }).map((each) => ({ ...each, ruleId: row.rule_id, name: row.name, time }));
};

const instantOf = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());

/**
 * The times within the span at which the windows of enabled Maintenance rules are open, as far as the caller may see
 * these rules. A rule of all tenants is listed under each tenant that it names, or under no tenant.
 */
export const readMaintenanceWindows = async (
  services: Pick<Services, 'gate' | 'snapshot' | 'log'>,
  context: Context,
  { from, to, isWanted, limit }: WindowQuery,
): Promise<MaintenanceWindows> => {
  const reach = context.scopeOf(scope.permission);
  if (reach.kind === 'tenants' && reach.tenantIds.length === 0) return { windows: [], isComplete: true };
  const sees = (tenantId: string): boolean => reach.kind === 'all' || reach.tenantIds.includes(tenantId);

  const rows = await readRules(services, context);
  const scoped = rows.slice(0, ruleLimit).flatMap((row) => {
    try {
      return scopesOf(row);
    } catch (error) {
      services.log.error({ err: error, ruleId: row.rule_id }, 'the window of a rule cannot be read');
      return [];
    }
  });
  const shown = scoped.filter(({ tenantId }) => tenantId === undefined || (sees(tenantId) && isWanted(tenantId)));

  const { tenants, subscriptions } = await services.snapshot.current();
  const entityIds = [...new Set(shown.flatMap((each) => each.entityIds))].filter((id) => guid.safeParse(id).success);
  const names = await readBlockNames(services, context, entityIds.slice(0, nameLimit));
  const resourcesOf = (each: ScopedWindow): CoveredResource[] => [
    ...each.entityIds.map((id) => ({ name: names.get(id) ?? id, entity: `Entity ${id}` })),
    ...each.subscriptionIds.flatMap((id) => {
      const subscription = subscriptions.get(id);
      return subscription && sees(subscription.tenantId)
        ? [{ name: subscription.name, entity: `Subscription ${id}` }]
        : [];
    }),
  ];

  const occurrencesOf = timeOccurrencesWithin(Date.parse(from), Date.parse(to));
  const windows = shown.flatMap((each) => {
    const resources = resourcesOf(each);
    const window = {
      ruleId: each.ruleId,
      name: each.name,
      tenantId: each.tenantId ?? null,
      tenantName: each.tenantId === undefined ? null : (tenants.get(each.tenantId)?.name ?? null),
      timeZone: each.time.TimeZoneId,
      affectedResources: resources.map(({ name }) => name),
      isWholeTenant: each.isWholeTenant,
    };
    return occurrencesOf(each.time).map(({ start, finish }) => ({
      window: { ...window, startTime: instantOf(start), finishTime: instantOf(finish) },
      resources,
    }));
  });
  const startOf = ({ window }: OpenWindow): string => window.startTime ?? '';
  const byStart = windows.toSorted((one, other) => startOf(one).localeCompare(startOf(other)));
  return {
    windows: byStart.slice(0, limit),
    isComplete: rows.length <= ruleLimit && byStart.length <= limit,
  };
};
