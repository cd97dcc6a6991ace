import type { MetricSource } from '@cfs/contracts/metric-sources';
import type { TestServer } from '../../../testing/test-server.ts';

/** The sources of a tenant that the filter lets through. */
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

/** The only source of the own tenant with this name. */
export const sourceNamed = async (server: TestServer, name: string): Promise<MetricSource> => {
  const [source, ...others] = await listedSources(server, `name eq '${name}'`);
  if (!source || others.length > 0) throw new Error(`There is not one source ${name}.`);
  return source;
};
