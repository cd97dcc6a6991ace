import { useMemo } from 'react';
import { useEnvironment } from '../../lib/environment.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { visibleMenu, type MenuGroup } from './menu.ts';

/** The menu of the signed-in person, by permissions and enabled features. */
export const useMenu = (): readonly MenuGroup[] => {
  const permissions = usePermissions();
  const { features } = useEnvironment();
  return useMemo(() => visibleMenu(permissions, features), [permissions, features]);
};
