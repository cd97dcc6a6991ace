import type { MetricSource } from '@cfs/contracts/metric-sources';
import type { TestServer } from '../../../testing/test-server.ts';

/** Returns the sources of a tenant that match the filter. */
export const listedSources = async (
  server: TestServer,
  filter: string,
  tenantId = server.tenants.own,
): Promise<readonly MetricSource[]> => {
  const answer = await server
    .as('Administrator', tenantId)
    .get(`/v1/metricsources?$filter=${encodeURIComponent(filter)}`);
  return (answer.body as { value: MetricSource[] }).value;
};

/** Returns the source of the own tenant with this name; throws unless there is exactly one. */
export const sourceNamed = async (server: TestServer, name: string): Promise<MetricSource> => {
  const [source, ...others] = await listedSources(server, `name eq '${name}'`);
  if (!source || others.length > 0) throw new Error(`There is not one source ${name}.`);
  return source;
};
