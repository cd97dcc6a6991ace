import type { Generated, GeneratedAlways } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { deviceOperationEntity } from './device-operation-entity.ts';

type DefaultedColumn = 'operation_complete' | 'is_deleted';

/** A row of cfs.device_operations. */
export type DeviceOperationTable = Omit<EntityRow<typeof deviceOperationEntity>, DefaultedColumn> & {
  interval_seconds: number;
  operation_complete: Generated<boolean>;
  is_deleted: Generated<boolean>;
  search_text: GeneratedAlways<string>;
};

/** A row of cfs.device_operation_runs: a run on demand. */
export interface DeviceOperationRunTable {
  tenant_id: string;
  completion_token: string;
  device_operation_id: string;
  queued: Date;
  queued_by: string;
  /** `null` until the agent claims the run. */
  run_id: string | null;
  lease_expires: Date | null;
  started: Date | null;
  ended: Date | null;
  /** A number of `runOutcomeNumbers`; `null` until the run has ended. */
  outcome: number | null;
  duration_milliseconds: number | null;
  exit_code: number | null;
  output: string | null;
  output_truncated: boolean | null;
  error: string | null;
}
