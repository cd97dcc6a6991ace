import type { WorkUnit } from '@cfs/contracts/work-units';
import { expect } from 'vitest';
import type { TestServer } from '../../../testing/test-server.ts';

/** The fields that the Change Requests of these tests have in common. */
export const changeRequest = {
  severityId: 'Sev2',
  workUnitTypeId: 2,
  resolution: 'Done',
  implementationPlan: 'Do it',
  rollbackPlan: 'Undo it',
  environment: 'Production',
  expectedCFSAlerts: 'None',
};

/** The mail of the person who approves the tenant's changes. */
export const approverOf = async (server: TestServer, tenantId = server.tenants.own): Promise<string> =>
  (await server.person('Viewer', tenantId)).mail;

/** The fields of a planned Change Request that a test chooses. */
export interface ChangeToPlan {
  readonly title: string;
  readonly affectedResources: string;
  readonly plannedStartTime: string;
  readonly plannedFinishTime: string;
  readonly relations?: readonly unknown[];
}

/** Plans a Change Request as an operator of the tenant, with all other required fields. */
export const planChange = async (
  server: TestServer,
  change: ChangeToPlan,
  tenantId = server.tenants.own,
): Promise<WorkUnit> => {
  const answer = await server.as('Operator', tenantId).put('/v1/workunits', {
    ...changeRequest,
    approver1: await approverOf(server, tenantId),
    ...change,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};
