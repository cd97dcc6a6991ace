import type { ComponentType } from 'react';

export type PaletteKind = 'screen' | 'action' | 'tenant' | 'workUnit';

/** An entry of the command palette. */
export interface PaletteEntry {
  /** Stable across sessions: recent entries are stored by id. */
  readonly id: string;
  readonly kind: PaletteKind;
  readonly label: string;
  /** Shown next to the label, and searched. */
  readonly hint?: string;
  /** Searched, but not shown. */
  readonly keywords?: string;
  readonly icon: ComponentType<{ fontSize?: 'small' }>;
  /** The URL for a new tab, if the entry has one. */
  readonly href?: string;
  readonly run: () => void | Promise<void>;
}

/** A search result: `marks` are the indexes of the highlighted letters. */
export interface FoundEntry {
  readonly entry: PaletteEntry;
  readonly marks: readonly number[];
}

/** Entries under one heading. */
export interface PaletteGroup {
  readonly heading: string;
  readonly found: readonly FoundEntry[];
}
