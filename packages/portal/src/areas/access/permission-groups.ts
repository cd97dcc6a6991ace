import { permissionAreas, type Permission, type PermissionArea } from '@cfs/contracts/permissions';

/** The only permission with a restriction: it permits viewing one's own work units alone. */
export const ownWorkUnits: Permission = 'WorkUnits:view:mine';

/** The verbs, from the one that permits least to the one that permits most. */
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
