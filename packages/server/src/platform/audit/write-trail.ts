import type { TableAudits } from './table-audit.ts';

/** A transaction wrote to a table whose changes are audited, and recorded none: an error in the service that wrote. */
export class UnauditedWriteError extends Error {
  override name = 'UnauditedWriteError';
}

/** What one transaction has written and recorded so far. */
export interface WriteTrail {
  /** Notes that rows of these tables were inserted, updated or deleted. */
  wrote(tables: readonly string[]): void;
  /** Notes that a change of the entity was recorded. */
  recorded(entity: string): void;
  /** Takes a table out of what `expectRecords` asks. */
  exempt(table: string): void;
  /** @throws UnauditedWriteError when a written table asks for a record that was not made. */
  expectRecords(): void;
}

/** Follows one transaction; a table that `audits` does not name asks for nothing. */
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
