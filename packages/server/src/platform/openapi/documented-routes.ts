import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { App } from '../http/app-instance.ts';

/** A route as it was registered, with what it says about itself. */
export interface DocumentedRoute {
  readonly method: string;
  /** Path template as registered: `/v1/locations/:locationId`. */
  readonly path: string;
  /** Area that the route belongs to: `work-units`. */
  readonly area: string;
  readonly config: FastifyContextConfig;
  readonly schema: RouteSchema;
}

export interface RouteSchema {
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response?: Readonly<Record<number, z.ZodType>>;
}

/** Pages, their parts and what is handed on whole: not part of the API. */
const isPage = ({ config }: RouteOptions): boolean => config?.unlimited === true;

/** Notes every route that is registered on the scope from here on, under the area's name. */
export const noteRoutes = (scope: App, area: string, routes: DocumentedRoute[]): void => {
  scope.addHook('onRoute', (route) => {
    if (!route.config || isPage(route)) return;
    for (const method of [route.method].flat()) {
      if (method === 'HEAD') continue;
      routes.push({
        method,
        path: route.url,
        area,
        config: route.config,
        // The validator compiler takes zod schemas alone.
        schema: (route.schema ?? {}) as RouteSchema,
      });
    }
  });
};
