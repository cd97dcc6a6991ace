import type { FastifyContextConfig, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { App } from '../http/app-instance.ts';

/** A registered route with its documentation. */
export interface DocumentedRoute {
  readonly method: string;
  /** Path template as registered: `/v1/locations/:locationId`. */
  readonly path: string;
  /** Area of the route: `work-units`. */
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

/** Pages, assets and proxied paths: not part of the API. */
const isPage = ({ config }: RouteOptions): boolean => config?.unlimited === true;

/** Collects the routes registered on the scope after this call, under the area's name. */
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
        // The validator compiler accepts zod schemas only.
        schema: (route.schema ?? {}) as RouteSchema,
      });
    }
  });
};
