import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { toPermissionString, type Permission } from '@cfs/contracts/permissions';
import { useEffect, type ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { render as renderPlain, type RenderResult } from 'vitest-browser-react';
import { parseQuery, stringifyQuery } from '../../lib/address-query.ts';
import { PermissionProvider, permissionSet } from '../../lib/permissions.tsx';
import { ConfirmProvider } from '../feedback/confirm.tsx';
import { portalTheme, type ThemeMode } from '../theme/theme.ts';
import { ToastHost } from '../feedback/toast-host.tsx';

/** The tenant of the URL in which components are rendered by default. */
export const testTenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

export interface RenderOptions {
  /** The URL: path and query. */
  readonly at?: string;
  /** The person's permissions; none by default. */
  readonly permissions?: readonly Permission[];
  /** The permissions that the person holds in all tenants; by default all of `permissions`. */
  readonly sharedPermissions?: readonly Permission[];
  readonly theme?: ThemeMode;
}

export interface Rendered extends RenderResult {
  /** The current path and query. */
  readonly address: () => string;
  readonly goTo: (address: string) => void;
  readonly goBack: () => void;
}

/** One style sheet as in production, instead of a style element per rule. */
const styles = createCache({ key: 'cfs', speedy: true });

const Committed = ({ children, onCommit }: { readonly children: ReactNode; readonly onCommit: () => void }) => {
  useEffect(onCommit, [onCommit]);
  return children;
};

/**
 * Renders a component with the portal's providers: theme, router, queries, permissions, dialogs and toasts. Resolves when
 * the component is in the document and its effects have run.
 */
export const render = async (component: ReactNode, options: RenderOptions = {}): Promise<Rendered> => {
  const {
    at = `/${testTenantId}/screen`,
    permissions = [],
    sharedPermissions = permissions,
    theme = 'light',
  } = options;
  const written = (each: readonly Permission[]) => each.map((permission) => toPermissionString(permission));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const committed = Promise.withResolvers<void>();
  const root = createRootRoute({
    component: () => (
      <Committed onCommit={committed.resolve}>
        <Outlet />
      </Committed>
    ),
  });
  const everywhere = createRoute({ getParentRoute: () => root, path: '/$', component: () => <>{component}</> });
  const before = window.location.href;
  window.history.replaceState(null, '', at);
  const history = createBrowserHistory();
  const router = createRouter({
    routeTree: root.addChildren([everywhere]),
    history,
    parseSearch: parseQuery,
    stringifySearch: stringifyQuery,
  });
  const screen = await renderPlain(
    <CacheProvider value={styles}>
      <ThemeProvider theme={portalTheme(theme)}>
        <CssBaseline enableColorScheme />
        <QueryClientProvider client={queries}>
          <PermissionProvider value={permissionSet(written(permissions), written(sharedPermissions))}>
            <ConfirmProvider>
              <RouterProvider router={router} />
            </ConfirmProvider>
          </PermissionProvider>
          <ToastHost />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>,
  );
  onTestFinished(() => {
    history.destroy();
    window.history.replaceState(null, '', before);
  });
  await committed.promise;
  return {
    ...screen,
    address: () => history.location.href,
    goTo: (address) => history.push(address),
    goBack: () => history.back(),
  };
};
