import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a calendar, or edits the one in the URL. */
export const CalendarDrawer = lazyDrawer(async () => (await import('./calendar-panel.tsx')).CalendarPanel);
