import { operatingSystems } from '@cfs/contracts/device-enumerations';
import type { AvailableOperations } from '@cfs/contracts/device-operations';
import { nameOf } from '@cfs/contracts/name-of';
import { operationTypeNumbers } from '@cfs/contracts/package-enumerations';
import { formatTimeSpan } from '@cfs/contracts/time-span';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { isMissingSql } from './expect-operation.ts';

/**
 * Selects a page of the operations of a tenant and of the System tenant that run on an operating system and match a
 * search text. The definitions are those of the versions that are desired for the device, if one is given, or else of
 * the latest ones.
 */
interface AvailableQuery {
  readonly tenantId: string;
  readonly deviceId: string | undefined;
  readonly operatingSystemId: number;
  readonly search: string;
  readonly top: number;
  readonly skip: number;
}

const viewScope = { permission: 'Devices:view', shared: true } as const;

/**
 * The operations that can be assigned to a device of the tenant, sorted by name; empty for a tenant outside the
 * caller's scope.
 */
export const findAvailableOperations = async (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  { tenantId, deviceId, operatingSystemId, search, top, skip }: AvailableQuery,
): Promise<AvailableOperations> => {
  const scope = context.scopeOf('Devices:view');
  if (scope.kind === 'tenants' && !scope.tenantIds.includes(tenantId)) return { value: [] };
  return gate.read(context, viewScope, async (db) => {
    const rows = await db
      .with('available', (query) =>
        query
          .selectFrom('package_operations as operation')
          .innerJoin('packages', 'packages.package_id', 'operation.package_id')
          .leftJoin('package_installations as installation', (join) =>
            join
              .onRef('installation.package_id', '=', 'operation.package_id')
              .on('installation.tenant_id', '=', tenantId)
              .on('installation.device_id', '=', deviceId ?? null),
          )
          .leftJoin('package_version_operations as stated', (join) =>
            join
              .onRef('stated.package_version_id', '=', 'installation.desired_version_id')
              .onRef('stated.name', '=', 'operation.name'),
          )
          .select(['operation.operation_id', 'operation.package_id', 'operation.name', 'operation.description'])
          .select('operation.operation_type_id')
          .select(({ fn }) => [
            fn.coalesce('stated.operation_result_type_id', 'operation.operation_result_type_id').as('result_type'),
            fn.coalesce('stated.default_interval_seconds', 'operation.default_interval_seconds').as('default_interval'),
            fn.coalesce('stated.frequency_definitions', 'operation.frequency_definitions').as('frequency_definitions'),
            fn.coalesce('stated.parameter_definitions', 'operation.parameter_definitions').as('parameter_definitions'),
          ])
          .select(['packages.name as package_name', 'packages.operating_system_rids_id'])
          .select(sql<number>`count(*) over ()::integer`.as('total'))
          .where('operation.tenant_id', 'in', [tenantId, systemTenantId])
          .where(isMissingSql, '=', false)
          .where(
            operatingSystemId === operatingSystems.Unknown
              ? sql<boolean>`true`
              : sql<boolean>`packages.operating_system_rids_id & ${operatingSystemId} <> 0
                  or packages.operating_system_rids_id = 0`,
          ),
      )
      .selectFrom('available')
      .selectAll()
      .where(
        search === ''
          ? sql<boolean>`true`
          : sql<boolean>`position(cfs.fold(${search}) in cfs.fold(name || ' ' || coalesce(description, '') || ' ' || package_name)) > 0`,
      )
      .orderBy('name')
      .orderBy('operation_id')
      .limit(top)
      .offset(skip)
      .execute();
    return {
      value: rows.map((row) => ({
        operationId: row.operation_id,
        name: row.name,
        description: row.description,
        operationType: nameOf(operationTypeNumbers, row.operation_type_id),
        operationResultTypeId: row.result_type,
        defaultInterval: formatTimeSpan(row.default_interval),
        frequencyDefinitions: row.frequency_definitions,
        parameterDefinitions: row.parameter_definitions,
        package: {
          packageId: row.package_id,
          name: row.package_name,
          operatingSystemRidsId: row.operating_system_rids_id,
        },
        totalBeforeFiltering: row.total,
      })),
    };
  });
};
