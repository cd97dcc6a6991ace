import type { MaintenanceWindow } from '@cfs/contracts/change-calendar';
import { alpha, type Theme } from '@mui/material/styles';
import { spanText } from './time-text.ts';

const dayLength = 86_400_000;

/** Whether a window is open for a day or longer, or for ever. */
export const isLongWindow = ({ startTime, finishTime }: MaintenanceWindow): boolean =>
  startTime === null || finishTime === null || Date.parse(finishTime) - Date.parse(startTime) >= dayLength;

/** The stripes of a maintenance window: quieter than any change. */
export const stripes = ({ tokens }: Theme): string => {
  const line = alpha(tokens.muted, 0.13);
  return `repeating-linear-gradient(135deg, ${line} 0 3px, transparent 3px 8px)`;
};

/** What a window covers, in words; nothing where its rule does not say. */
export const coverText = ({ isWholeTenant, affectedResources, tenantName }: MaintenanceWindow): string => {
  if (isWholeTenant) return tenantName === null ? 'all tenants' : 'the whole tenant';
  return affectedResources.join(', ');
};

/** All that is known of a window, in words. */
export const windowText = (window: MaintenanceWindow): string =>
  [
    `Maintenance ${window.name}`,
    ...(window.tenantName === null ? [] : [window.tenantName]),
    spanText({ start: window.startTime, finish: window.finishTime }),
    ...[coverText(window)].filter((text) => text !== '').map((text) => `covers ${text}`),
  ].join(', ');
