import { areas } from '../areas.ts';
import { noteRoutes, type DocumentedRoute } from '../platform/openapi/documented-routes.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A test server of all areas, and the routes that they register. */
export const startDocumentedServer = async (): Promise<{
  readonly server: TestServer;
  readonly registered: readonly DocumentedRoute[];
}> => {
  const registered: DocumentedRoute[] = [];
  const server = await startTestServer({
    areas: areas.map((area) => ({
      ...area,
      routes: async (app, services) => {
        noteRoutes(app, area.name, registered);
        await area.routes?.(app, services);
      },
    })),
  });
  return { server, registered };
};
