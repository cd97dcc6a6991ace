import type { TestServer } from '../../../testing/test-server.ts';

/** A digest of every table's rows, by the table's name. */
export const readContents = async ({ database }: Pick<TestServer, 'database'>): Promise<Record<string, string>> => {
  const tables = await database.asOwner<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'cfs' order by tablename`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await database.asOwner<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(each::text, '' order by each::text)), '') as digest
       from cfs."${name}" each`,
    );
    contents[name] = row?.digest ?? '';
  }
  return contents;
};
