import type { PooledConnection } from '../../platform/database/pooled-connection.ts';
import { BackupError } from './backup-error.ts';

/** A base backup in progress; PostgreSQL aborts it if the connection ends. */
export interface BaseBackup {
  readonly startLsn: string;
  /** Completes the base backup. */
  stop(): Promise<EndedBaseBackup>;
}

export interface EndedBaseBackup {
  readonly stopLsn: string;
  /** The content of `backup_label`. */
  readonly label: string;
  /** The segments of the write-ahead log that the backup needs; the server retains them until the connection ends. */
  readonly segments: readonly string[];
}

const rowOf = async <Row>(connection: PooledConnection, text: string, values: readonly unknown[] = []): Promise<Row> =>
  ((await connection.once(text, values)).rows as Row[])[0] as Row;

/** The names of all segments from that of the first position to that of the last byte before the second. */
const segmentNames = `
  with segment as (select setting::bigint as bytes from pg_settings where name = 'wal_segment_size'),
    span as (select ($1::pg_lsn - '0/0') as first, ($2::pg_lsn - '0/0' - 1) as last)
  select array_agg(pg_walfile_name('0/0'::pg_lsn + number * bytes + 1) order by number) as segments
  from segment, span, generate_series(div(first, bytes), div(last, bytes)) as number`;

/**
 * Begins a base backup over a superuser's connection: an immediate checkpoint, full-page writes from then on, and a
 * temporary replication slot that keeps the server from recycling the log. All of it ends with the connection.
 *
 * @throws BackupError if `wal_level` is minimal, as with a server that was started by a version without this command.
 */
export const startBaseBackup = async (connection: PooledConnection): Promise<BaseBackup> => {
  const { level } = await rowOf<{ level: string }>(connection, `select current_setting('wal_level') as level`);
  if (level === 'minimal')
    throw new BackupError(
      'The database was started by a version that does not support backups. Start the server again first.',
    );
  await connection.once(`select pg_create_physical_replication_slot($1, true, true)`, [
    `cfs_backup_${connection.processId ?? 0}`,
  ]);
  const { lsn: startLsn } = await rowOf<{ lsn: string }>(
    connection,
    `select pg_backup_start('cfs-portal', fast => true) as lsn`,
  );
  return {
    startLsn,
    async stop() {
      const { lsn: stopLsn, labelfile: label } = await rowOf<{ lsn: string; labelfile: string }>(
        connection,
        'select * from pg_backup_stop(wait_for_archive => false)',
      );
      const { segments } = await rowOf<{ segments: string[] }>(connection, segmentNames, [startLsn, stopLsn]);
      return { stopLsn, label, segments };
    },
  };
};
