/** A step of a plan, as `explain (format json)` reports it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Plan Rows': number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Up to this number of rows may be sorted without an index. */
const maxSortedRows = 5_000;

/** Whether rows of the table reach the step without a limit in between. */
const takesAll = (node: PlanNode, table: string): boolean =>
  node['Node Type'] !== 'Limit' &&
  (node['Relation Name'] === table || (node.Plans ?? []).some((each) => takesAll(each, table)));

/** The faults of a plan for a page: reading the whole table, or sorting all rows in scope. */
export const planFaults = (node: PlanNode, table: string): string[] => {
  const inputs = node.Plans ?? [];
  const rows = Math.max(0, ...inputs.map((input) => input['Plan Rows']));
  return [
    ...(node['Node Type'] === 'Seq Scan' && node['Relation Name'] === table ? [`reads all of ${table}`] : []),
    ...(node['Node Type'] === 'Sort' && rows > maxSortedRows && inputs.some((input) => takesAll(input, table))
      ? [`sorts ${rows} rows`]
      : []),
    ...inputs.flatMap((input) => planFaults(input, table)),
  ];
};
