import { createContext, useContext } from 'react';
import type { ThemeMode } from '../ui/theme/theme.ts';

export interface ThemeModeControl {
  readonly mode: ThemeMode;
  readonly toggle: () => void;
}

export const ThemeModeContext = createContext<ThemeModeControl>({ mode: 'light', toggle: () => undefined });
export const useThemeMode = (): ThemeModeControl => useContext(ThemeModeContext);
