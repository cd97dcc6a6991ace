import { isOneOf, usePreference } from '../../lib/preferences.ts';

export type Density = 'normal' | 'compact';

/** Heights of a grid's rows in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { normal: 40, compact: 32 };

/** How close the rows of every grid stand; chosen once per person. */
export const useDensity = () => usePreference<Density>('density', 'normal', isOneOf('normal', 'compact'));
