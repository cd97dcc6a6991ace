import { mailInFeature, outboxFeature } from '@cfs/contracts/features';
import { builtInRoles, type RoleName } from '@cfs/contracts/roles';
import { toPermissionString } from '@cfs/contracts/permissions';
import { describe, expect, test } from 'vitest';
import { permissionSet } from '../../lib/permissions.tsx';
import { visibleMenu } from './menu.ts';

const menuOf = (role: RoleName): readonly string[] =>
  visibleMenu(permissionSet(builtInRoles[role].map((permission) => toPermissionString(permission)))).flatMap(
    (group) => [`# ${group.label}`, ...group.items.map((item) => item.label)],
  );

describe('menu by role', () => {
  test('shows an administrator both groups in full', () => {
    expect(menuOf('Administrator')).toEqual([
      '# Menu',
      'Work Units',
      'Change Calendar',
      'Work Unit Communications',
      'Devices',
      'Blocks',
      'Rules',
      'Compliance',
      '# Administration',
      'Tenants',
      'Locations',
      'Package Catalog',
      'Work Unit Protocols',
      'Action Catalog',
      'Pending Devices',
      'Metric Sources',
      'Tokens',
      'Work Unit Settings',
      'Service Levels',
      'Version Report',
      'Access',
    ]);
  });

  test('shows the outbox only if its feature is enabled', () => {
    const held = permissionSet(builtInRoles.Administrator.map((permission) => toPermissionString(permission)));
    const labels = visibleMenu(held, new Set([outboxFeature])).flatMap(({ items }) => items.map(({ label }) => label));
    expect(labels.at(-1)).toBe('Outbox');
  });

  test('shows received mails only if mail in is enabled', () => {
    const held = permissionSet(builtInRoles.Administrator.map((permission) => toPermissionString(permission)));
    const labels = visibleMenu(held, new Set([mailInFeature])).flatMap(({ items }) => items.map(({ label }) => label));
    expect(labels.at(-1)).toBe('Received Mails');
  });

  test('hides Administration without an edit permission of its areas', () => {
    expect(menuOf('Viewer')).not.toContain('# Administration');
  });

  test('shows operators, who may edit devices, the version report', () => {
    expect(menuOf('Operator').slice(-2)).toEqual(['# Administration', 'Version Report']);
  });

  test.each([
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
    'Settings:edit',
  ] as const)('opens Administration to people who hold %s', (permission) => {
    const held = permissionSet([permission, 'Devices:view'].map((each) => `Portal.CFS.${each}`));
    expect(visibleMenu(held).map(({ label }) => label)).toContain('Administration');
  });

  test('is empty for a requester', () => {
    expect(menuOf('Requester')).toEqual([]);
  });
});
