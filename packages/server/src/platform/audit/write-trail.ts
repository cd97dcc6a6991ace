import type { TableAudits } from './table-audit.ts';

/** A transaction changed an audited table without a record: a programming error of the service. */
export class UnauditedWriteError extends Error {
  override name = 'UnauditedWriteError';
}

/** Tracks what a transaction has written and recorded. */
export interface WriteTrail {
  /** Notes that rows of these tables were inserted, updated or deleted. */
  wrote(tables: readonly string[]): void;
  /** Notes a record of the entity. */
  recorded(entity: string): void;
  /** Exempts a table from `expectRecords`. */
  exempt(table: string): void;
  /** @throws UnauditedWriteError if a written table lacks its record */
  expectRecords(): void;
}

/** The trail of one transaction; tables without an entry in `audits` require nothing. */
export const createWriteTrail = (audits: TableAudits): WriteTrail => {
  const tables = new Set<string>();
  const entities = new Set<string>();
  const exempt = new Set<string>();
  return {
    wrote: (names) => names.forEach((name) => tables.add(name)),
    recorded: (entity) => void entities.add(entity),
    exempt: (table) => void exempt.add(table),
    expectRecords() {
      for (const table of tables) {
        const rule = audits[table];
        if (rule === undefined || exempt.has(table) || 'exempt' in rule || rule.some((entity) => entities.has(entity)))
          continue;
        throw new UnauditedWriteError(`${table} was written without an audit record of ${rule.join(' or ')}.`);
      }
    },
  };
};
