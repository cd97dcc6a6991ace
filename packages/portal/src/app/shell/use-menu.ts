import { outboxFeature } from '@cfs/contracts/features';
import { useMemo } from 'react';
import { useFeature } from '../../lib/features.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { visibleMenu, type MenuGroup } from './menu.ts';

/** The menu of the signed-in person, by permissions and enabled features. */
export const useMenu = (): readonly MenuGroup[] => {
  const permissions = usePermissions();
  const showsOutbox = useFeature(outboxFeature, permissions.has('Settings:view'));
  return useMemo(
    () => visibleMenu(permissions, new Set(showsOutbox ? [outboxFeature] : [])),
    [permissions, showsOutbox],
  );
};
