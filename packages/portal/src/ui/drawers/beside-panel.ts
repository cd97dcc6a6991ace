/** Windows in which a list stays usable beside a panel. */
export const besidePanelQuery = '(min-width: 1280px)';

/** Windows in which the list beside a panel has room for its columns. */
export const gridBesidePanelQuery = '(min-width: 2300px)';
