import HomeIcon from '@mui/icons-material/HomeOutlined';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pathInTenant } from '../../../lib/tenant/tenant-address.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { menuIcons } from '../menu-icons.tsx';
import { useMenu } from '../use-menu.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** Home and the screens of the person's menu. */
export const useScreenEntries = (): readonly PaletteEntry[] => {
  const menu = useMenu();
  const tenantId = useTenantId();
  const navigate = useNavigate();
  return useMemo(() => {
    const entryOf = (path: string, label: string, icon: PaletteEntry['icon'], hint?: string): PaletteEntry => {
      const href = pathInTenant(path, tenantId);
      return {
        id: `screen:${path}`,
        kind: 'screen',
        label,
        ...(hint === undefined ? {} : { hint }),
        icon,
        href,
        run: () => navigate({ to: href }),
      };
    };
    return [
      entryOf('/', 'Home', HomeIcon),
      ...menu.flatMap(({ label: group, items }) =>
        items.map(({ path, label, icon }) =>
          entryOf(path, label, menuIcons[icon], group === 'Menu' ? undefined : group),
        ),
      ),
    ];
  }, [menu, tenantId, navigate]);
};
