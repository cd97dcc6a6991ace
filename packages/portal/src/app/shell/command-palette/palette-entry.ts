import type { ComponentType } from 'react';

export type PaletteKind = 'screen' | 'action' | 'tenant' | 'workUnit';

/** Something that the command palette leads to. */
export interface PaletteEntry {
  /** The same for the same thing each time: recent entries are remembered by it. */
  readonly id: string;
  readonly kind: PaletteKind;
  readonly label: string;
  /** Stands beside the label, and is found as well. */
  readonly hint?: string;
  /** Further words under which it is found; they are not shown. */
  readonly keywords?: string;
  readonly icon: ComponentType<{ fontSize?: 'small' }>;
  /** The address of a new tab; without it nothing opens in one. */
  readonly href?: string;
  readonly run: () => void | Promise<void>;
}

/** An entry as the list shows it: `marks` are the places of the letters that match. */
export interface FoundEntry {
  readonly entry: PaletteEntry;
  readonly marks: readonly number[];
}

/** Entries under one heading. */
export interface PaletteGroup {
  readonly heading: string;
  readonly found: readonly FoundEntry[];
}
