/** A view of the work unit list that everybody has. */
export interface ShippedView {
  readonly key: string;
  readonly name: string;
  /** The query of the list, as a saved view stores it; `me` is the person who reads it. */
  readonly query: string;
}

/**
 * The shipped views in the order of the menu (docs/reference/work-unit-desk.md#shipped-views), one entry each; the server
 * counts each in `areas/work-units/desk/shipped-view-conditions.ts`.
 */
export const shippedViews = [
  { key: 'my-open', name: 'My open', query: 'filter=assignedTo~is~me' },
  { key: 'unassigned', name: 'Unassigned', query: 'filter=assignedTo~empty' },
  { key: 'my-approvals', name: 'Waiting for my approval', query: 'filter=waitsForApproval~is~me' },
  { key: 'breaching', name: 'Breaching', query: 'filter=dueOrder~in~overdue,within1h' },
] as const satisfies readonly ShippedView[];

export type ShippedViewKey = (typeof shippedViews)[number]['key'];

/** Counts of shipped views are capped at this value. */
export const shippedViewCountLimit = 1_000;

/** The value of a filter by person that means the reader. */
export const meValue = 'me';
