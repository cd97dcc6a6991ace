import { describe, expect, test } from 'vitest';
import { matchLabel } from './match-label.ts';
import type { PaletteEntry, PaletteKind } from './palette-entry.ts';
import { rankEntries } from './rank-entries.ts';

const entry = (label: string, kind: PaletteKind = 'screen', more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: `${kind}:${label}`,
  kind,
  label,
  icon: () => null,
  run: () => undefined,
  ...more,
});

const screens = ['Work Units', 'Work Unit Settings', 'Devices', 'Pending Devices', 'Tenants', 'Tokens', 'Rules'];
const entries = screens.map((label) => entry(label));

const labels = (query: string, recent: readonly string[] = [], among = entries) =>
  rankEntries(among, query, recent).map((found) => found.entry.label);

const marked = (label: string, query: string) =>
  matchLabel(label, query)
    ?.marks.map((place) => [...label][place])
    .join('');

describe('the ranking of the command palette', () => {
  test('prefers the whole label, then prefix, word prefix and substring', () => {
    const some = ['Redevices', 'Pending Devices', 'Devices and more', 'Devices'].map((label) => entry(label));
    expect(labels('devices', [], some)).toEqual(['Devices', 'Devices and more', 'Pending Devices', 'Redevices']);
  });

  test.for([
    ['wus', 'Work Unit Settings'],
    ['set wor', 'Work Unit Settings'],
    ['pd', 'Pending Devices'],
    ['DEV', 'Devices'],
    ['tkns', 'Tokens'],
  ] as const)('finds by %s', ([query, label]) => {
    expect(labels(query)[0]).toBe(label);
  });

  test('ranks recent entries first within a tier', () => {
    expect(labels('t')).toEqual(['Tokens', 'Tenants', 'Work Units', 'Work Unit Settings']);
    expect(labels('t', ['screen:Tenants'])[0]).toBe('Tenants');
    expect(labels('devices', ['screen:Pending Devices'])[0]).toBe('Devices');
  });

  test('does not depend on the order of the entries', () => {
    for (const query of ['e', 'de', 's', 'wu']) expect(labels(query, [], entries.toReversed())).toEqual(labels(query));
  });

  test('searches hints and keywords', () => {
    const tenant = entry('Contoso', 'tenant', { hint: 'Production', keywords: 'switch' });
    expect(labels('prod', [], [tenant])).toEqual(['Contoso']);
    expect(labels('con prod', [], [tenant])).toEqual(['Contoso']);
    expect(labels('switch', [], [tenant])).toEqual(['Contoso']);
    expect(labels('itch', [], [tenant])).toEqual([]);
    expect(rankEntries([tenant], 'con prod', [])[0]?.marks).toEqual([0, 1, 2]);
  });

  test('finds nothing for an empty or unmatched query', () => {
    expect(labels('')).toEqual([]);
    expect(labels('   ')).toEqual([]);
    expect(labels('xyz')).toEqual([]);
    expect(labels('dc')).toEqual([]);
    expect(labels('\\(.*+')).toEqual([]);
  });
});

describe('highlighting', () => {
  test('marks the matching letters', () => {
    expect(marked('Work Unit Settings', 'wus')).toBe('WUS');
    expect(marked('Work Unit Settings', 'set')).toBe('Set');
    expect(marked('Pending Devices', 'dev pen')).toBe('PenDev');
  });

  test('keeps indexes with accents and emoji', () => {
    expect(matchLabel('Ålesund – Ørsta', 'ale')?.marks).toEqual([0, 1, 2]);
    expect(matchLabel('😀 Oslo', 'oslo')?.marks).toEqual([2, 3, 4, 5]);
    expect(matchLabel('İstanbul', 'ist')?.marks).toEqual([0, 1, 2]);
  });
});
