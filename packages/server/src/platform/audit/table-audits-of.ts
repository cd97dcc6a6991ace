import type { Area } from '../services.ts';
import { platformTables } from './platform-tables.ts';
import type { TableAudit, TableAudits } from './table-audit.ts';

/** The audit requirements of the tables of the platform and of the given areas. */
export const tableAuditsOf = (areas: readonly Area[]): TableAudits =>
  Object.fromEntries([platformTables, ...areas.map(({ tables }) => tables ?? {})].flatMap(Object.entries<TableAudit>));
