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
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { render as renderPlain, type RenderResult } from 'vitest-browser-react';
import { parseQuery, stringifyQuery } from '../../lib/address-query.ts';
import { PermissionProvider, permissionSet } from '../../lib/permissions.tsx';
import { ConfirmProvider } from '../feedback/confirm.tsx';
import { portalTheme, type ThemeMode } from '../theme/theme.ts';
import { ToastHost } from '../feedback/toast-host.tsx';

/** The tenant in whose address components are rendered unless a test says otherwise. */
export const testTenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

export interface RenderOptions {
  /** Where the component stands: path and query. */
  readonly at?: string;
  /** What the person may do; nothing unless said. */
  readonly permissions?: readonly Permission[];
  readonly theme?: ThemeMode;
}

export interface Rendered extends RenderResult {
  /** Path and query as they are now. */
  readonly address: () => string;
  readonly goTo: (address: string) => void;
  readonly goBack: () => void;
}

/** Rules go into one sheet, as in what is shipped; development would give each an element of its own. */
const styles = createCache({ key: 'cfs', speedy: true });

/** Renders a component as the portal would: theme, address, queries, permissions, questions and toasts around it. */
export const render = async (component: ReactNode, options: RenderOptions = {}): Promise<Rendered> => {
  const { at = `/${testTenantId}/screen`, permissions = [], theme = 'light' } = options;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute({ component: Outlet });
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
          <PermissionProvider value={permissionSet(permissions.map((permission) => toPermissionString(permission)))}>
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
  return {
    ...screen,
    address: () => history.location.href,
    goTo: (address) => history.push(address),
    goBack: () => history.back(),
  };
};
