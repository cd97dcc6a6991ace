import { mailInFeature, outboxFeature } from '@cfs/contracts/features';
import type { PermissionSet } from '../../lib/permissions.tsx';

export interface MenuItem {
  readonly label: string;
  /** The path after the tenant. */
  readonly path: string;
  readonly icon: MenuIcon;
  readonly isVisible: (permissions: PermissionSet) => boolean;
  /** The entry is shown only if this feature is enabled. */
  readonly feature?: string;
}

export type MenuIcon =
  | 'work-units'
  | 'change-calendar'
  | 'communications'
  | 'devices'
  | 'blocks'
  | 'rules'
  | 'compliance'
  | 'tenants'
  | 'locations'
  | 'packages'
  | 'protocols'
  | 'actions'
  | 'pending-devices'
  | 'metric-sources'
  | 'tokens'
  | 'settings'
  | 'service-levels'
  | 'version-report'
  | 'access'
  | 'outbox'
  | 'received-mails';

export interface MenuGroup {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

const groups: readonly MenuGroup[] = [
  {
    label: 'Menu',
    items: [
      {
        label: 'Work Units',
        path: '/workunitsv2',
        icon: 'work-units',
        isVisible: (held) => held.has('WorkUnits:view'),
      },
      {
        label: 'Change Calendar',
        path: '/changecalendar',
        icon: 'change-calendar',
        isVisible: (held) => held.has('WorkUnits:view'),
      },
      {
        label: 'Work Unit Communications',
        path: '/workunitcommunications',
        icon: 'communications',
        isVisible: (held) => held.has('WorkUnitCommunications:view'),
      },
      { label: 'Devices', path: '/devices', icon: 'devices', isVisible: (held) => held.has('Devices:view') },
      { label: 'Blocks', path: '/blocks', icon: 'blocks', isVisible: (held) => held.has('Blocks:view') },
      { label: 'Rules', path: '/rules', icon: 'rules', isVisible: (held) => held.has('Rules:view') },
      {
        label: 'Compliance',
        path: '/compliance',
        icon: 'compliance',
        isVisible: (held) => held.has('Compliance:view'),
      },
    ],
  },
  {
    label: 'Administration',
    items: [
      {
        label: 'Tenants',
        path: '/tenants',
        icon: 'tenants',
        isVisible: (held) => held.hasAll('Tenants:edit', 'Tenants:view'),
      },
      {
        label: 'Locations',
        path: '/locations',
        icon: 'locations',
        isVisible: (held) => held.hasAll('Locations:edit', 'Locations:view'),
      },
      {
        label: 'Package Catalog',
        path: '/packages',
        icon: 'packages',
        isVisible: (held) => held.hasAll('Packages:edit', 'Packages:view'),
      },
      {
        label: 'Work Unit Protocols',
        path: '/protocols',
        icon: 'protocols',
        isVisible: (held) => held.hasAll('WorkUnits.Protocols:edit', 'WorkUnits.Protocols:view'),
      },
      {
        label: 'Action Catalog',
        path: '/actioncatalog',
        icon: 'actions',
        isVisible: (held) => held.hasAll('ActionDefinitions:edit', 'ActionDefinitions:view'),
      },
      {
        label: 'Pending Devices',
        path: '/pendingdevices',
        icon: 'pending-devices',
        isVisible: (held) => held.hasAll('Devices:edit', 'Devices:view', 'PendingDevices:edit', 'PendingDevices:view'),
      },
      {
        label: 'Metric Sources',
        path: '/metricsources',
        icon: 'metric-sources',
        isVisible: (held) => held.hasAll('MetricSources:edit', 'MetricSources:view'),
      },
      {
        label: 'Tokens',
        path: '/tokens',
        icon: 'tokens',
        isVisible: (held) => held.hasAll('Tokens:edit', 'Tokens:view'),
      },
      {
        label: 'Work Unit Settings',
        path: '/workunitsettings',
        icon: 'settings',
        isVisible: (held) =>
          held.hasAll(
            'WorkUnits.Categories:edit',
            'WorkUnits.Categories:view',
            'WorkUnits.Subcategories:edit',
            'WorkUnits.Subcategories:view',
          ),
      },
      {
        label: 'Service Levels',
        path: '/servicelevels',
        icon: 'service-levels',
        isVisible: (held) => held.hasAll('WorkUnits.ServiceLevels:edit', 'WorkUnits.ServiceLevels:view'),
      },
      {
        label: 'Version Report',
        path: '/versionreport',
        icon: 'version-report',
        isVisible: (held) => held.has('Devices:view'),
      },
      {
        label: 'Access',
        path: '/access',
        icon: 'access',
        isVisible: (held) => held.hasAll('Settings:edit', 'Settings:view'),
      },
      {
        label: 'Outbox',
        path: '/outbox',
        icon: 'outbox',
        isVisible: (held) => held.hasAll('Settings:edit', 'Settings:view'),
        feature: outboxFeature,
      },
      {
        label: 'Received Mails',
        path: '/receivedmails',
        icon: 'received-mails',
        isVisible: (held) => held.hasAll('Settings:edit', 'Settings:view'),
        feature: mailInFeature,
      },
    ],
  },
];

/**
 * Administration needs an edit permission of one of its areas: an operator, who may edit devices, sees it with the
 * Version Report. Permission to view the Version Report alone is not enough.
 */
const opensGroup = (group: MenuGroup, held: PermissionSet): boolean =>
  group.label === 'Menu' ||
  held.hasAny(
    'Tenants:edit',
    'Locations:edit',
    'Packages:edit',
    'WorkUnits.Protocols:edit',
    'ActionDefinitions:edit',
    'Devices:edit',
    'PendingDevices:edit',
    'MetricSources:edit',
    'Tokens:edit',
    'WorkUnits.Categories:edit',
    'WorkUnits.Subcategories:edit',
    'WorkUnits.ServiceLevels:edit',
    'Settings:edit',
  );

/** The menu for these permissions and enabled features (docs/reference/shell.md#menu), without empty groups. */
export const visibleMenu = (held: PermissionSet, features: ReadonlySet<string> = new Set()): readonly MenuGroup[] => {
  const isShown = ({ isVisible, feature }: MenuItem): boolean =>
    isVisible(held) && (feature === undefined || features.has(feature));
  return groups
    .filter((group) => opensGroup(group, held))
    .map((group) => ({ ...group, items: group.items.filter(isShown) }))
    .filter((group) => group.items.length > 0);
};
