import { lazyDrawer } from '../../../ui/drawers/lazy-drawer.tsx';

/** Shows a report of the communication in the URL. */
export const ReportDrawer = lazyDrawer(async () => (await import('./report-dialog.tsx')).ReportDialog);
