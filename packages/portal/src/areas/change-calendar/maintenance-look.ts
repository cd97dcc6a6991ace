import type { MaintenanceWindow } from '@cfs/contracts/change-calendar';
import { alpha, type Theme } from '@mui/material/styles';
import { spanText } from './time-text.ts';

const dayLength = 86_400_000;

/** Whether a window is open for a day or longer, or its start or finish is `null`. */
export const isLongWindow = ({ startTime, finishTime }: MaintenanceWindow): boolean =>
  startTime === null || finishTime === null || Date.parse(finishTime) - Date.parse(startTime) >= dayLength;

/** The stripes of a maintenance window, less prominent than any change. */
export const stripes = ({ tokens }: Theme): string => {
  const line = alpha(tokens.muted, 0.13);
  return `repeating-linear-gradient(135deg, ${line} 0 3px, transparent 3px 8px)`;
};

/** Describes the tenant or the resources that a window covers; empty if its rule names neither. */
export const coverText = ({ isWholeTenant, affectedResources, tenantName }: MaintenanceWindow): string => {
  if (isWholeTenant) return tenantName === null ? 'all tenants' : 'the whole tenant';
  return affectedResources.join(', ');
};

/** All details of a window as text. */
export const windowText = (window: MaintenanceWindow): string =>
  [
    `Maintenance ${window.name}`,
    ...(window.tenantName === null ? [] : [window.tenantName]),
    spanText({ start: window.startTime, finish: window.finishTime }),
    ...[coverText(window)].filter((text) => text !== '').map((text) => `covers ${text}`),
  ].join(', ');
