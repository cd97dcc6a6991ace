/**
 * Sizes, limits and times of the portal (docs/reference/screens.md#figures). Widths are CSS pixels unless a unit is
 * given, times are milliseconds.
 */

/** Minimum widths of the breakpoints. */
export const breakpoints = { xs: 0, sm: 768, md: 1024, lg: 1266, xl: 1536 } as const;

export const pageSizes = [10, 25, 50, 100] as const;
export const defaultPageSize = 10;
export const resolutionCenterPageSize = 50;
export const historyPageSize = 100;

export const headerHeight = 48;
export const environmentLineHeight = 3;
export const sidebarWidth = 260;
export const profilePopupWidth = 290;
export const sidePanelWidth = '50vw';
export const widePanelWidth = '75vw';
/** Maximum height of a request's details in the Resolution Center. */
export const requestPanelHeight = 885;

export const toastTime = 6_000;
export const forbiddenToastTime = 8_000;
export const copyTooltipTime = 1_000;
export const searchDebounce = 250;
export const peopleSearchDebounce = 400;
export const relatedSearchDebounce = 500;
export const postActionRefreshDelay = 5_000;

/** Polling interval of each live list while its tab is visible. */
export const pollIntervals = {
  devices: 30_000,
  deviceOperations: 10_000,
  availableOperations: 30_000,
  installations: 10_000,
  pendingDevices: 30_000,
  metricSources: 30_000,
  packets: 10_005,
  packetDrawer: 10_000,
  blocks: 10_000,
  ruleMatches: 30_000,
  workUnits: 60_000,
  logs: 30_000,
  actionHistory: 30_000,
  /** One delivery of an action, until its final result. */
  delivery: 1_000,
  compliance: 30_000,
  home: 20_000,
} as const;

/** A batch of pending devices has fewer ids than this. */
export const pendingDeviceBatchLimit = 25;

/** A pending device is inactive when its last ping is older than this. */
export const pendingDeviceInactiveAfter = 24 * 60 * 60 * 1_000;

/** Maximum characters of a work unit's description or note. */
export const longTextLimit = 4_000;

/** Token lifetimes in years; 0 never expires (docs/reference/tokens.md#rules). */
export const tokenLifetimes = [1, 2, 3, 0] as const;

/** Maximum number of changes, and of occurrences of maintenance windows, in one calendar answer. */
export const calendarLimit = 1_000;

/** Minimum and maximum length of the title of a work unit. */
export const titleCharacters = { min: 3, max: 500 } as const;
