import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { parseQuery, stringifyQuery } from '../lib/address-query.ts';
import { currentUserQuery } from '../lib/lookups.ts';
import type { Session } from '../lib/session/session.ts';
import { currentTenantId } from '../lib/tenant/tenant-address.ts';
import { CrashScreen } from './crash-screen.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { LoginScreen } from './login-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { permissionsQuery } from './permissions-query.ts';
import { screens, type Screen } from './screens.ts';
import { StaffShell } from './shell/staff-shell.tsx';
import { StandaloneShell } from './shell/standalone-shell.tsx';
import { SignedIn } from './signed-in.tsx';
import { TenantScope } from './tenant-scope.tsx';
import { ToCurrentTenant } from './to-current-tenant.tsx';

interface RouterContext {
  readonly queries: QueryClient;
  readonly session: Session;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundScreen,
});

/**
 * Returns the tenant to prefetch for when its route is opened; `undefined` while no user is signed in, or if it is not
 * the tenant of the URL.
 */
const tenantToPrefetch = ({ session }: RouterContext, tenantId: string): string | undefined => {
  const opened = tenantId.toLowerCase();
  return session.status() === 'signed-in' && opened === currentTenantId() ? opened : undefined;
};

const login = createRoute({ getParentRoute: () => rootRoute, path: '/user/login', component: () => <LoginScreen /> });
const tenantLogin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$tenantId/user/login',
  component: () => <LoginScreen />,
});
const denied = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/accessDenied',
  component: () => <LoginScreen isDenied />,
});

const signedIn = createRoute({ getParentRoute: () => rootRoute, id: 'signed-in', component: SignedIn });

const tenant = createRoute({
  getParentRoute: () => signedIn,
  path: '/$tenantId',
  loader: ({ context, params }) => {
    const tenantId = tenantToPrefetch(context, params.tenantId);
    if (tenantId === undefined) return;
    void context.queries.prefetchQuery(permissionsQuery(tenantId));
    // Provides the subscription that the first calls of a screen send.
    void context.queries.prefetchQuery(currentUserQuery);
  },
  component: TenantScope,
});
const shell = createRoute({ getParentRoute: () => tenant, id: 'shell', component: StaffShell });

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(async () => ({ default: (await import('../areas/home/home-screen.tsx')).HomeScreen })),
});
const standalone = createRoute({ getParentRoute: () => tenant, id: 'standalone', component: StandaloneShell });
const resolutionCenter = createRoute({
  getParentRoute: () => standalone,
  path: '/resolutioncenter',
  component: lazyRouteComponent(async () => ({
    default: (await import('../areas/resolution-center/resolution-center-screen.tsx')).ResolutionCenterScreen,
  })),
});

const screenRoute = ({ path, load, prefetch }: Screen) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    loader: ({ context, params, location, preload }) => {
      const tenantId = tenantToPrefetch(context, params.tenantId);
      if (tenantId !== undefined && !preload) prefetch?.(context.queries, tenantId, location.search);
    },
    component: lazyRouteComponent(async () => ({ default: await load() })),
  });

/** A path without a tenant redirects to the same screen in the current tenant. */
const bareRoute = (path: string) => createRoute({ getParentRoute: () => signedIn, path, component: ToCurrentTenant });

const barePaths = ['/', '/resolutioncenter', ...screens.map((screen) => screen.path)];

const routeTree = rootRoute.addChildren([
  login,
  tenantLogin,
  denied,
  signedIn.addChildren([
    ...barePaths.map(bareRoute),
    tenant.addChildren([
      standalone.addChildren([resolutionCenter]),
      shell.addChildren([home, ...screens.map(screenRoute)]),
    ]),
  ]),
]);

export const createPortalRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    parseSearch: parseQuery,
    stringifySearch: stringifyQuery,
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: CrashScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPreload: 'intent',
  });
