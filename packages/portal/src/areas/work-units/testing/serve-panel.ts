import { problem, type FakeServer } from '../../../ui/testing/fake-server.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

/**
 * Makes the fake server respond to requests for the panel of a unit with the responses of its other routes; a part
 * without a route is omitted.
 */
export const servePanel = (server: FakeServer): void => {
  const partOf = async (route: string): Promise<unknown> => {
    const answer = await server.answer(route);
    return answer instanceof Response ? undefined : answer;
  };
  const valueOf = async (route: string): Promise<unknown> =>
    ((await partOf(route)) as { readonly value: unknown } | undefined)?.value;
  server.on('GET /v1/workunits/panel', async ({ query }) => {
    const [[name, number] = []] = [...query];
    const found = await server.answer('GET /v1/workunits', { $filter: `${name ?? ''} eq ${number ?? ''}` });
    if (found instanceof Response) return found;
    const [workUnit] = (found as { readonly value: readonly WorkUnitRow[] }).value;
    if (!workUnit) return problem(404, 'WorkUnit not found.');
    const { workUnitId, tenantId } = workUnit;
    const unit = `GET /v1/workunits/${workUnitId}`;
    return {
      workUnit,
      history: (await valueOf(`GET /v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${workUnitId})`)) ?? [],
      relations: await valueOf(`${unit}/relations`),
      manualActions: await partOf(`${unit}/manualActions`),
      serviceLevels: await valueOf(`${unit}/serviceLevels`),
      tenant: await partOf(`GET /v1/tenants(${tenantId})`),
      assignmentGroups: await partOf(`GET /v1/tenants/${tenantId}/assignmentGroups`),
      protocols: await valueOf('GET /v1/protocols'),
      people: [],
    };
  });
};
