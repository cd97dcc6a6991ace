import { isOneOf, usePreference } from '../../lib/preferences/preferences.ts';

export type Density = 'normal' | 'compact';

/** Heights of a grid's rows in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { normal: 40, compact: 32 };

/** The row density of all grids, a preference. */
export const useDensity = () => usePreference<Density>('density', 'normal', isOneOf('normal', 'compact'));
