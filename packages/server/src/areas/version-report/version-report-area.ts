import { exportByPostRoute } from '../../platform/exports/export-route.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Area } from '../../platform/services.ts';
import { versionReportEntity } from './version-report-entity.ts';

/** The version report: which devices have outdated packages. */
export const versionReportArea: Area = {
  name: 'version-report',
  entities: [versionReportEntity],
  tables: { version_report_rows: ['VersionReportRow'] },
  routes: (app, services) => {
    listRoute(app, services, versionReportEntity);
    exportByPostRoute(app, services, versionReportEntity, '/v1/compliancereport');
  },
};
