import { useMemo } from 'react';
import { usePermissions } from '../../../lib/permissions.tsx';
import { matchLabel } from './match-label.ts';
import type { FoundEntry, PaletteEntry, PaletteGroup } from './palette-entry.ts';
import { rankEntries } from './rank-entries.ts';
import { useActionEntries } from './use-action-entries.ts';
import { useScreenEntries } from './use-screen-entries.ts';
import { useTenantEntries } from './use-tenant-entries.ts';
import { useFoundWorkUnits, useRecentWorkUnits } from './use-work-unit-entries.ts';
import { canSwitchTenant } from '../can-switch-tenant.ts';

const maxMatches = 8;
const maxRecent = 6;
const none: readonly PaletteEntry[] = [];

const unmarked = (entries: readonly PaletteEntry[]): readonly FoundEntry[] =>
  entries.map((entry) => ({ entry, marks: [] }));

/** The server searches substrings, also outside of the title: initials and subsequences are not highlighted. */
const marksIn = (title: string, text: string): readonly number[] => {
  const match = matchLabel(title, text);
  return match && match.tier !== 'letters' && match.tier !== 'initials' ? match.marks : [];
};

const isFilled = ({ found }: PaletteGroup): boolean => found.length > 0;

/** The groups of the palette: recent and all entries for an empty text, otherwise the matches. */
export const usePaletteGroups = (text: string, recent: readonly string[], openLicense: () => void) => {
  const screens = useScreenEntries();
  const actions = useActionEntries(openLicense);
  const everyTenant = useTenantEntries();
  const tenants = canSwitchTenant(usePermissions()) ? everyTenant : none;
  const recentUnits = useRecentWorkUnits(recent);
  const workUnits = useFoundWorkUnits(text);

  const local = useMemo(() => [...screens, ...actions, ...tenants], [screens, actions, tenants]);
  const ranked = useMemo(() => rankEntries(local, text, recent).slice(0, maxMatches), [local, text, recent]);

  const opening = (): readonly PaletteGroup[] => {
    const known = [...local, ...recentUnits];
    const latest = recent.flatMap((id) => known.find((entry) => entry.id === id) ?? []).slice(0, maxRecent);
    const others = (entries: readonly PaletteEntry[]) => unmarked(entries.filter((entry) => !latest.includes(entry)));
    return [
      { heading: 'Recent', found: unmarked(latest) },
      { heading: 'Screens', found: others(screens) },
      { heading: 'Actions', found: others(actions) },
      { heading: 'Tenants', found: others(tenants).slice(0, maxMatches) },
    ];
  };

  const matching = (): readonly PaletteGroup[] => {
    const found = workUnits.entries.map((entry) => ({ entry, marks: marksIn(entry.label, text) }));
    const units = { heading: 'Work units', found };
    const best = { heading: 'Best matches', found: ranked };
    return workUnits.isNumber ? [units, best] : [best, units];
  };

  return {
    groups: (text.trim() === '' ? opening() : matching()).filter(isFilled),
    isSearching: workUnits.isSearching,
    hasFailed: workUnits.hasFailed,
  };
};
