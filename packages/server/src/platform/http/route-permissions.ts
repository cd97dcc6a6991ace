import type { FastifyInstance, RouteOptions } from 'fastify';

/** A route was registered without its permission. */
export class UndeclaredRouteError extends Error {
  override readonly name = 'UndeclaredRouteError';
}

const declared = (permission: unknown): boolean => {
  if (typeof permission === 'string') return permission !== '';
  if (Array.isArray(permission)) return permission.length > 0;
  return typeof permission === 'object' && permission !== null && 'machine' in permission;
};

/** Refuses, during registration, every route without `config.permission`. */
export const requireRoutePermissions = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!declared(route.config?.permission)) {
      throw new UndeclaredRouteError(`${String(route.method)} ${route.url} does not declare config.permission.`);
    }
  });
};
