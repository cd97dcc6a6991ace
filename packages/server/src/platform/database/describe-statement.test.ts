import { expect, it } from 'vitest';
import { describeStatement } from './describe-statement.ts';

it.each([
  ['select * from devices where name = $1', 'SELECT devices'],
  ['select guarded.* from (select name from "devices" d) guarded where gate.expect_scope($1)', 'SELECT devices'],
  ['select guarded.* from (select x from unnest($1::int[]) x join blocks on true) guarded', 'SELECT'],
  ['insert into "locations" ("name") values ($1)', 'INSERT locations'],
  ['\n    update work_steps step set state = $1', 'UPDATE work_steps'],
  ['delete from "cfs"."blocks" where $1', 'DELETE blocks'],
  ['begin', 'BEGIN'],
])('summarizes %j by operation and table', (text, summary) => {
  expect(describeStatement(text)).toMatchObject({ summary, text });
});

it('shows no literal string', () => {
  const { text } = describeStatement(`select message -> 'it''s secret' from packets where name = $1 and kind = 3`);
  expect(text).toBe(`select message -> '?' from packets where name = $1 and kind = 3`);
});
