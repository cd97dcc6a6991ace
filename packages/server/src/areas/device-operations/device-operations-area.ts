import type { Area } from '../../platform/services.ts';
import { expireRunLease, runLeaseTimer } from './agent-runs.ts';
import { agentRunsRoutes } from './agent-runs-routes.ts';
import { deviceOperationEntity } from './device-operation-entity.ts';
import { deviceOperationsRoutes } from './device-operations-routes.ts';
import type { PackageProgramsReader } from './package-programs.ts';

/** Operations that are assigned to devices, and their runs. */
export const createDeviceOperationsArea = (readPrograms: PackageProgramsReader): Area => ({
  name: 'device-operations',
  entities: [deviceOperationEntity],
  tables: {
    device_operations: ['DeviceOperation'],
    device_operation_runs: { exempt: 'part of another' },
  },
  routes: (app, services) => {
    deviceOperationsRoutes(app, services);
    agentRunsRoutes(app, services, readPrograms);
  },
  timers: { [runLeaseTimer]: expireRunLease },
});
