/**
 * Areas of permissions (docs/reference/permissions.md#form). On the wire a permission is `{prefix}.{Area}:{verb}`;
 * within the code it has no prefix.
 */
export const permissionAreas = [
  'ActionDefinitions',
  'Blocks',
  'Compliance',
  'CurrentUser',
  'Devices',
  'Home',
  'Locations',
  'MetricSources',
  'Packages',
  'Packets',
  'PendingDevices',
  'People',
  'Resources',
  'Rules',
  'Settings',
  'Subscriptions',
  'Tenants',
  'Tokens',
  'WorkUnits',
  'WorkUnits.Categories',
  'WorkUnits.Protocols',
  'WorkUnits.ServiceLevels',
  'WorkUnits.Subcategories',
  'WorkUnits.Types',
  'WorkUnitCommunications',
  'Visualizations',
] as const;

export const permissionVerbs = ['create', 'edit', 'view', 'delete'] as const;

export type PermissionArea = (typeof permissionAreas)[number];
export type PermissionVerb = (typeof permissionVerbs)[number];

/** A permission without its prefix, for example `Locations:edit`. */
export type Permission = `${PermissionArea}:${PermissionVerb}` | 'WorkUnits:view:mine';

/** Default prefix of permission strings on the wire. */
export const defaultPermissionPrefix = 'Portal.CFS';

/** Every permission, in a stable order. */
export const allPermissions: readonly Permission[] = [
  ...permissionAreas.flatMap((area) => permissionVerbs.map((verb): Permission => `${area}:${verb}`)),
  'WorkUnits:view:mine',
];

/** Any of these permissions allows requests in the Resolution Center: for staff and for end users respectively. */
export const makeRequests: readonly Permission[] = ['WorkUnits:create', 'WorkUnits:view:mine'];

const known: ReadonlySet<string> = new Set(allPermissions);

/** The wire form of a permission: `Locations:edit` → `Portal.CFS.Locations:edit`. */
export const toPermissionString = (permission: Permission, prefix = defaultPermissionPrefix): string =>
  `${prefix}.${permission}`;

/**
 * Parses a permission string with any prefix; `undefined` for an unknown one. The longest known suffix wins:
 * `Portal.CFS.WorkUnits.Types:view` is `WorkUnits.Types:view`.
 */
export const fromPermissionString = (text: string): Permission | undefined => {
  for (let start = 0; start !== -1 && start < text.length;) {
    const tail = text.slice(start);
    if (known.has(tail)) return tail as Permission;
    const dot = text.indexOf('.', start);
    start = dot === -1 ? -1 : dot + 1;
  }
  return undefined;
};
