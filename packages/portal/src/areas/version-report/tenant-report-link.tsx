import Link from '@mui/material/Link';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { ReportRow } from './version-report-row.ts';

/** The tenant's name as a link to the report of that tenant alone. */
export const TenantReportLink = ({ tenantId, tenantName }: Pick<ReportRow, 'tenantId' | 'tenantName'>) => {
  const navigate = useNavigate();
  const href = `/${tenantId}/versionreport?filter=tenantId~in~${tenantId}`;
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ href });
  };
  return (
    <Link href={href} title={tenantName} onClick={follow} noWrap sx={{ font: 'inherit' }}>
      {tenantName}
    </Link>
  );
};
