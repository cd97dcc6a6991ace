import { actionDefinitionTypes } from '@cfs/contracts/action-enumerations';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import type { TestAnswer } from '../../../testing/test-client.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import type { TestServer } from '../../../testing/test-server.ts';

/** Creates protocols, their actions and their units over HTTP, as users do. */
export const createProtocolScene = (server: TestServer) => {
  const administrator = () => server.as('Administrator');
  const operator = () => server.as('Operator');
  const made = (answer: TestAnswer, status = 201): Record<string, unknown> => {
    if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.body as Record<string, unknown>;
  };
  const worker: Worker = createTestWorker(server.services, 'protocols', 'work-units');
  return {
    worker,
    /** Runs all due work, including work that becomes due by it. */
    async settle(): Promise<void> {
      while ((await worker.runDue()) > 0);
    },
    protocol: async (fields: object = {}): Promise<string> =>
      String(made(await administrator().put('/v1/protocols', { name: 'Major incident', ...fields }))['protocolId']),
    /** Creates an HTTP action of the tenant; resolves with its id. */
    definition: async (endpointUrl: string, fields: object = {}): Promise<string> => {
      const body = {
        name: 'Call',
        actionDefinitionTypeId: actionDefinitionTypes.ProtocolAction,
        inputParameters: 'Note',
        endpointUrl,
        body: '{"title":"{{Title}}","event":"{{Event}}","note":"{{Note}}"}',
        ...fields,
      };
      return String(made(await administrator().put('/v1/actionDefinitions', body))['actionDefinitionId']);
    },
    action: async (
      protocolId: string,
      actionDefinitionId: string,
      workUnitEventTypeId: WorkUnitEventType,
      fields: object = {},
    ): Promise<string> => {
      const body = { protocolId, actionDefinitionId, workUnitEventTypeId, ...fields };
      return String(made(await administrator().put('/v1/protocolActions', body))['protocolActionId']);
    },
    unit: async (fields: object = {}): Promise<WorkUnit> =>
      made(
        await operator().put('/v1/workunits', {
          title: 'Disk is full',
          severityId: 'Sev2',
          workUnitTypeId: 1,
          ...fields,
        }),
      ) as unknown as WorkUnit,
    /** Changes one field; resolves with the changed unit. */
    change: async (unit: WorkUnit, field: keyof WorkUnit & string, to: unknown): Promise<WorkUnit> =>
      made(
        await operator().patch(`/v1/workunits/${unit.workUnitId}`, [
          { op: 'test', path: `/${field}`, value: unit[field] },
          { op: 'replace', path: `/${field}`, value: to },
        ]),
        200,
      ) as unknown as WorkUnit,
    /** Reads the unit's history, oldest first, as `type: detail`. */
    async stream(unit: WorkUnit): Promise<string[]> {
      const { body } = await server
        .as('Viewer')
        .get(`/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${unit.workUnitId})`);
      const records = (body as { value: WorkUnitHistoryRecord[] }).value;
      return records.map(({ historyType, detail }) => `${historyType ?? 'Note'}: ${detail}`).toReversed();
    },
  };
};

export type ProtocolScene = ReturnType<typeof createProtocolScene>;
