import { lazyDrawer } from '../../../ui/drawers/lazy-drawer.tsx';

/** Shows a report of the communication that the address names. */
export const ReportDrawer = lazyDrawer(async () => (await import('./report-dialog.tsx')).ReportDialog);
