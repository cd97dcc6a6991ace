import type { PacketMessage } from '@cfs/contracts/packets';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { messageText, toStoredContent, valueText } from './stored-content.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Reads values and messages from stored columns with the functions of the database. */
const readBack = (messages: readonly PacketMessage[]) =>
  database.asOwner<{ value: string | null; message: string }>(
    `select cfs.packet_value(number, text) as value, cfs.packet_message(number, text, message)::text as message
     from unnest($1::double precision[], $2::text[], $3::text[]) with ordinality as stored(number, text, message, ordinal)
     order by ordinal`,
    [
      messages.map((message) => toStoredContent(message).number),
      messages.map((message) => toStoredContent(message).text),
      messages.map((message) => toStoredContent(message).message),
    ],
  );

const edges = [0, -0, 1e-4, 9.999999999999999e-5, 1e15, 999_999_999_999_999.9, 1e21, 5e-324, 0.1 + 0.2, 2 ** 53];
const text = fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.includes('\0'));
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -1e4, max: 1e4, noNaN: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  text,
);
const message = fc.oneof(
  fc.record({ Value: value }),
  fc.record({ Value: value, Metrics: fc.dictionary(text, fc.double({ noNaN: true, noDefaultInfinity: true })) }),
  fc.record({ value }),
  fc.constant({}),
);

describe('the stored content of a message', () => {
  it('is read back byte for byte, with its value as text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1 }), async (messages) => {
        const given = messages as PacketMessage[];
        const expected = given.map((each) => ({
          value: each.Value === undefined || each.Value === null ? null : String(each.Value),
          message: JSON.stringify(each),
        }));
        expect(await readBack(given)).toEqual(expected);
        const contents = given.map((each) => toStoredContent(each));
        expect(contents.map((each) => ({ value: valueText(each), message: messageText(each) }))).toEqual(expected);
      }),
      {
        numRuns: 100,
        examples: [[edges.flatMap((Value) => [{ Value }, { Value: -Value }, { Value: String(Value) }])]],
      },
    );
  });

  it.each([
    [{ Value: 12.5 }, { number: 12.5, text: null, message: null }],
    [{ Value: 'up' }, { number: null, text: 'up', message: null }],
    [{ Value: true }, { number: null, text: 'true', message: '{"Value":true}' }],
    [{ Value: 1e21 }, { number: null, text: '1e+21', message: '{"Value":1e+21}' }],
    [
      { Value: 1, Unit: 'K' },
      { number: 1, text: null, message: '{"Value":1,"Unit":"K"}' },
    ],
    [{ value: 1 }, { number: null, text: null, message: '{"value":1}' }],
  ])('of %j has no message if its number or text is enough', (given, expected) => {
    expect(toStoredContent(given)).toEqual(expected);
  });
});
