import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { ApiProblem } from '../lib/api/api-problem.ts';
import { cspNonce } from '../lib/csp-nonce.ts';
import { isOneOf, usePreference } from '../lib/preferences/preferences.ts';
import { ConfirmProvider } from '../ui/feedback/confirm.tsx';
import { portalTheme, type ThemeMode } from '../ui/theme/theme.ts';
import { ToastHost } from '../ui/feedback/toast-host.tsx';
import { ThemeModeContext } from './theme-mode.ts';

const isThemeMode = isOneOf('light', 'dark');

/** Retries only transient errors, at most twice: no response, or a gateway error. */
const isRetryable = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 502);

const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: isRetryable, staleTime: 5_000, refetchOnWindowFocus: true } },
  });

export const Providers = ({ children }: { readonly children: ReactNode }) => {
  const [mode, setMode] = usePreference<ThemeMode>('theme', 'light', isThemeMode);
  const [styles] = useState(() => createCache({ key: 'cfs', nonce: cspNonce() }));
  const [queries] = useState(createQueryClient);
  const theme = useMemo(() => portalTheme(mode), [mode]);
  const modeControl = useMemo(
    () => ({ mode, toggle: () => setMode(mode === 'light' ? 'dark' : 'light') }),
    [mode, setMode],
  );
  return (
    <CacheProvider value={styles}>
      <ThemeModeContext value={modeControl}>
        <ThemeProvider theme={theme}>
          <CssBaseline enableColorScheme />
          <QueryClientProvider client={queries}>
            <ConfirmProvider>{children}</ConfirmProvider>
            <ToastHost />
          </QueryClientProvider>
        </ThemeProvider>
      </ThemeModeContext>
    </CacheProvider>
  );
};
