/** Where a list stays usable beside a panel. */
export const besidePanelQuery = '(min-width: 1280px)';

/** Where the list beside a panel has room for its columns. */
export const gridBesidePanelQuery = '(min-width: 2300px)';
