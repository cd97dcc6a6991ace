import { availableParallelism, totalmem } from 'node:os';

/** PostgreSQL settings by name, as `postgres -c name=value` takes them. */
export type DatabaseSettings = Readonly<Record<string, string>>;

const mebibyte = 1024 ** 2;

/** Settings for a small machine that also runs the server, an agent and a browser. */
export function defaultSettings(): DatabaseSettings {
  const memory = totalmem() / mebibyte;
  const mebibytes = (share: number, min: number, max: number): string =>
    `${Math.round(Math.min(max, Math.max(min, memory * share)))}MB`;
  return {
    shared_buffers: mebibytes(1 / 16, 64, 512),
    effective_cache_size: mebibytes(1 / 2, 128, 8192),
    maintenance_work_mem: mebibytes(1 / 64, 32, 256),
    work_mem: '8MB',
    max_connections: '60',
    random_page_cost: '1.1',
    // With JIT compilation, a query of one millisecond took 332 ms.
    jit: 'off',
    ...(availableParallelism() <= 2 ? { max_parallel_workers_per_gather: '0', io_workers: '2' } : {}),
    // Required for base backups of the running server. Nothing replicates from this cluster.
    wal_level: 'replica',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  };
}
