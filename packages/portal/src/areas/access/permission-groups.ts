import { permissionAreas, type Permission, type PermissionArea } from '@cfs/contracts/permissions';

/** The permission that stands apart: one's own work units alone. */
export const ownWorkUnits: Permission = 'WorkUnits:view:mine';

/** The verbs in the order in which they widen what somebody may do. */
export const verbsShown = ['view', 'create', 'edit', 'delete'] as const;

/** `WorkUnits.Protocols` → `Work Units: Protocols`. */
export const areaName = (area: PermissionArea): string =>
  area.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('.', ': ');

/** The areas by name, each with its permissions in the order of the verbs. */
export const permissionRows = permissionAreas
  .map((area) => ({
    area,
    name: areaName(area),
    permissions: verbsShown.map((verb): Permission => `${area}:${verb}`),
  }))
  .toSorted((one, other) => one.name.localeCompare(other.name));
