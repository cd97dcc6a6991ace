import AddIcon from '@mui/icons-material/Add';
import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LicenseIcon from '@mui/icons-material/DescriptionOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { WorkUnitTypeLookup } from '../../../areas/work-units/work-unit-lookups.ts';
import { useLookup } from '../../../lib/lookups.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { pathInTenant } from '../../../lib/tenant/tenant-address.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { useThemeMode } from '../../theme-mode.ts';
import { useLogOut } from '../use-log-out.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** Returns the global actions that the person is permitted to use. */
export const useActionEntries = (openLicense: () => void): readonly PaletteEntry[] => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('WorkUnits:create');
  const types = useLookup<WorkUnitTypeLookup>('/api/generallookup/workunittypes', mayCreate);
  const { mode, toggle } = useThemeMode();
  const tenantId = useTenantId();
  const navigate = useNavigate();
  const logOut = useLogOut();
  return useMemo(() => {
    const creations = types.map(({ workUnitTypeId, name }): PaletteEntry => {
      const href = `${pathInTenant('/workunitsv2', tenantId)}?workUnitId=new&createType=${workUnitTypeId}`;
      return {
        id: `action:create-${workUnitTypeId}`,
        kind: 'action',
        label: `Create ${name}`,
        keywords: 'new work unit',
        icon: AddIcon,
        href,
        run: () => navigate({ href }),
      };
    });
    return [
      ...(mayCreate ? creations : []),
      {
        id: 'action:theme',
        kind: 'action',
        label: mode === 'light' ? 'Switch to dark' : 'Switch to light',
        keywords: 'toggle theme mode',
        icon: mode === 'light' ? DarkModeIcon : LightModeIcon,
        run: toggle,
      },
      { id: 'action:license', kind: 'action', label: 'Open License', icon: LicenseIcon, run: openLicense },
      { id: 'action:log-out', kind: 'action', label: 'Log out', keywords: 'sign out', icon: LogoutIcon, run: logOut },
    ];
  }, [types, mayCreate, mode, toggle, tenantId, navigate, logOut, openLicense]);
};
