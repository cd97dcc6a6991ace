import type { AgentOperation, AgentProgram } from '@cfs/contracts/agent-operations';
import type { OperationParameter } from '@cfs/contracts/device-operations';
import { runLimits, type OperationFrequency, type OperationResultType } from '@cfs/contracts/operation-enumerations';
import type { ParameterDefinition } from '@cfs/contracts/packages';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { SealedValueError } from '../../platform/secrets/sealed-value.ts';
import type { Services } from '../../platform/services.ts';
import { readSecretValues } from '../secrets/read-secret-values.ts';
import { leaseSecondsOf } from './agent-runs.ts';
import { builtInKind } from './built-in-kind.ts';
import { secretsOf } from './check-parameters.ts';
import type { PackageProgram, PackageProgramsReader } from './package-programs.ts';
import { isQueued } from './queue-runs.ts';
import { MissingSecretError, resolveParameters } from './resolve-parameters.ts';

type Needs = Pick<Services, 'gate' | 'keys' | 'log'>;

/**
 * Delays runs at random by up to a tenth of the interval, at most five minutes, so that many devices do not run at
 * once.
 */
const jitter = { ofInterval: 0.1, maxSeconds: 300 } as const;

const readAssigned = (db: ScopedDatabase, { tenantId, deviceId }: { tenantId: string; deviceId: string }) =>
  db
    .selectFrom('device_operations as assigned')
    .innerJoin('package_operations as operation', 'operation.operation_id', 'assigned.operation_id')
    .leftJoin('package_installations as installation', (join) =>
      join
        .onRef('installation.package_id', '=', 'operation.package_id')
        .onRef('installation.tenant_id', '=', 'assigned.tenant_id')
        .onRef('installation.device_id', '=', 'assigned.device_id'),
    )
    .leftJoin('package_versions as version', 'version.package_version_id', 'installation.desired_version_id')
    .leftJoin('package_version_operations as stated', (join) =>
      join
        .onRef('stated.package_version_id', '=', 'installation.desired_version_id')
        .onRef('stated.name', '=', 'operation.name'),
    )
    .selectAll('assigned')
    .select('operation.name')
    // From the version that is desired for the device; built-in operations do not have one.
    .select((row) => [
      row.fn.coalesce('stated.operation_result_type_id', 'operation.operation_result_type_id').as('result_type'),
      row.fn.coalesce('stated.parameter_definitions', 'operation.parameter_definitions').as('parameter_definitions'),
    ])
    .select(['operation.package_id', 'installation.desired_version_id', 'version.version'])
    .where('assigned.tenant_id', '=', tenantId)
    .where('assigned.device_id', '=', deviceId)
    .where('assigned.is_deleted', '=', false)
    .orderBy('assigned.label')
    .orderBy('assigned.device_operation_id')
    .execute();

type Assigned = Awaited<ReturnType<typeof readAssigned>>[number];

const programOf = (row: Assigned, program: PackageProgram | undefined): AgentProgram | undefined => {
  const kind = builtInKind(row.operation_id ?? '');
  if (kind !== undefined) return { kind: 'builtIn', name: kind };
  if (!program || row.desired_version_id === null || row.version === null) return undefined;
  const { executable, executableType, arguments: args } = program;
  const { package_id: packageId, desired_version_id: packageVersionId, version } = row;
  return { kind: 'package', packageId, packageVersionId, version, executable, executableType, arguments: [...args] };
};

const parametersOf = (row: Assigned): OperationParameter[] => JSON.parse(row.parameters) as OperationParameter[];

/** Secrets by name; empty, and logged, if the server's keys cannot decrypt them. */
const readSecrets = async (
  services: Needs,
  context: Context,
  tenantId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  try {
    return await readSecretValues(services, context, tenantId, names);
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error;
    services.log.error({ err: error, tenantId }, 'secrets for operations of devices could not be decrypted');
    return new Map();
  }
};

const toAgentOperation = (
  row: Assigned,
  program: AgentProgram,
  limits: PackageProgram | undefined,
  secrets: ReadonlyMap<string, string>,
): AgentOperation => {
  const definitions = JSON.parse(row.parameter_definitions) as ParameterDefinition[];
  const timeoutSeconds = row.timeout_seconds ?? limits?.timeoutSeconds ?? runLimits.defaultTimeoutSeconds;
  return {
    deviceOperationId: row.device_operation_id,
    operationId: row.operation_id ?? '',
    operationName: row.name,
    label: row.label,
    program,
    resultType: row.result_type as OperationResultType,
    frequency: row.frequency_type_id as OperationFrequency,
    intervalSeconds: row.interval_seconds,
    jitterSeconds: Math.min(Math.floor(row.interval_seconds * jitter.ofInterval), jitter.maxSeconds),
    timeoutSeconds,
    memoryLimitMebibytes:
      row.memory_limit_mebibytes ?? limits?.memoryLimitMebibytes ?? runLimits.defaultMemoryMebibytes,
    enabled: row.enabled,
    parameters: resolveParameters(definitions, parametersOf(row), secrets),
    run:
      isQueued(row) && row.completion_token !== null
        ? { completionToken: row.completion_token, leaseSeconds: leaseSecondsOf(timeoutSeconds) }
        : null,
  };
};

/** Reads the operations of a device in the form that its agent receives. */
export type AgentOperationsReader = (
  services: Needs,
  context: Context,
  device: { readonly tenantId: string; readonly deviceId: string },
) => Promise<AgentOperation[]>;

/**
 * Creates a reader of operations with the values of their secrets. It omits an operation if no version of its package
 * is desired for the device or if a secret cannot be read; the latter is logged.
 */
export const createAgentOperationsReader =
  (readPrograms: PackageProgramsReader): AgentOperationsReader =>
  async (services, context, device) => {
    const scope = { permission: 'Devices:view', shared: true } as const;
    const { rows, programs } = await services.gate.read(context, scope, async (db) => {
      const assigned = await readAssigned(db, device);
      const versions = [...new Set(assigned.flatMap((row) => row.desired_version_id ?? []))];
      return { rows: assigned, programs: await readPrograms(db, versions) };
    });
    const names = [...new Set(rows.flatMap((row) => secretsOf(parametersOf(row))))];
    const secrets = await readSecrets(services, context, device.tenantId, names);
    return rows.flatMap((row) => {
      const stated = programs.get(row.desired_version_id ?? '')?.get(row.name);
      const program = programOf(row, stated);
      if (!program) return [];
      try {
        return [toAgentOperation(row, program, stated, secrets)];
      } catch (error) {
        if (!(error instanceof MissingSecretError)) throw error;
        services.log.error({ err: error, deviceOperationId: row.device_operation_id }, 'an operation lacks a secret');
        return [];
      }
    });
  };
