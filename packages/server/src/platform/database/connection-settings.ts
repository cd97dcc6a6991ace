import type { ConnectionSettings } from './connection-pool.ts';

/**
 * Parses a `postgres://` URL. `?host=/directory` names the directory of a Unix socket; `?sslmode=require` and stricter
 * modes require TLS.
 *
 * @throws TypeError if the URL names no database.
 */
export const connectionSettingsOf = (address: string): ConnectionSettings => {
  const url = new URL(address);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!/^postgres(ql)?:$/.test(url.protocol) || database === '')
    throw new TypeError('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  const tls = ['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? '');
  return {
    host: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    database,
    user: decodeURIComponent(url.username || 'postgres'),
    password: decodeURIComponent(url.password),
    ...(tls && { ssl: true }),
  };
};
