import type { Area } from '../services.ts';
import { platformTables } from './platform-tables.ts';
import type { TableAudit, TableAudits } from './table-audit.ts';

/** What the tables of the platform and of these areas ask of the audit. */
export const tableAuditsOf = (areas: readonly Area[]): TableAudits =>
  Object.fromEntries([platformTables, ...areas.map(({ tables }) => tables ?? {})].flatMap(Object.entries<TableAudit>));
