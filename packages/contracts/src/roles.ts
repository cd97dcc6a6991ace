import { allPermissions, type Permission, type PermissionArea } from './permissions.ts';

/** Names of the built-in roles. */
export const roleNames = ['Administrator', 'Operator', 'Viewer', 'Requester'] as const;

export type RoleName = (typeof roleNames)[number];

const operated: readonly PermissionArea[] = [
  'WorkUnits',
  'WorkUnitCommunications',
  'Devices',
  'Blocks',
  'Rules',
  'Compliance',
  'Packets',
];
const consulted: readonly PermissionArea[] = [
  'People',
  'Locations',
  'Packages',
  'Subscriptions',
  'ActionDefinitions',
  'PendingDevices',
  'MetricSources',
  'WorkUnits.Categories',
  'WorkUnits.Protocols',
  'WorkUnits.ServiceLevels',
  'WorkUnits.Subcategories',
  'WorkUnits.Types',
  'Home',
  'CurrentUser',
];

/**
 * Permissions of each built-in role. Administrator: all; Operator: view, create and edit in the operated areas, view in
 * the consulted ones; Viewer: view everywhere except Tokens and Settings; Requester: view own work units only.
 */
export const builtInRoles: Readonly<Record<RoleName, readonly Permission[]>> = {
  Administrator: allPermissions,
  Operator: [
    ...operated.flatMap((area): Permission[] => [`${area}:view`, `${area}:create`, `${area}:edit`]),
    ...consulted.map((area): Permission => `${area}:view`),
  ],
  Viewer: allPermissions.filter(
    (permission) => permission.endsWith(':view') && permission !== 'Tokens:view' && permission !== 'Settings:view',
  ),
  Requester: ['WorkUnits:view:mine', 'CurrentUser:view', 'Home:view'],
};
