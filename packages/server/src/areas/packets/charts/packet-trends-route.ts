import { packetTrends, packetTrendsQuery } from '@cfs/contracts/packet-charts';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { packetReaders } from '../packet-entity.ts';
import { readPacketTrends } from './read-packet-trends.ts';

/** The route of the trends that tiles show as sparklines. */
export const packetTrendsRoute = (app: App, services: Services): void => {
  app.get(
    '/v1/packets/trends',
    {
      config: { permission: packetReaders, summary: 'Averages of the last 24 hours of up to 100 entities' },
      schema: { querystring: packetTrendsQuery, response: { 200: packetTrends } },
    },
    ({ context, query: { entityIds } }) => readPacketTrends(services, context, entityIds),
  );
};
