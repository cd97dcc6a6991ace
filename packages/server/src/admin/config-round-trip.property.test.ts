import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { areas } from '../areas.ts';
import { systemContext } from '../platform/context.ts';
import {
  applyConfiguration,
  configurationOf,
  exportConfiguration,
  planConfiguration,
} from '../platform/tenant-configuration/tenant-configuration.ts';
import { writeYaml } from '../platform/tenant-configuration/write-yaml.ts';
import { addTestTenant } from '../testing/test-people.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let made = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const text = (maxLength: number) =>
  fc.string({ unit: 'grapheme', maxLength }).filter((each) => each.isWellFormed() && !each.includes('\0'));
const name = text(30)
  .map((each) => each.trim())
  .filter((each) => each !== '');
const folded = (each: string): string =>
  each
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
const names = fc.uniqueArray(name, { maxLength: 3, selector: (each) => `${folded(each)}${each.length}` });
const plain = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 1, maxLength: 8 });

const actionOf = (each: string) =>
  fc.record({
    name: fc.constant(each),
    type: fc.constant('ProtocolOrRuleAction'),
    url: fc.constantFrom('https://example.com/', 'https://example.com/{{Who}}?q=1'),
    parameters: fc.constant(['Who', 'What']),
    description: text(40),
    method: fc.constantFrom('POST', 'GET', 'DELETE'),
    body: text(60).filter((body) => !/[{}]/.test(body)),
  });

const subcategories = names.chain((list) =>
  fc.tuple(...list.map((each) => fc.record({ name: fc.constant(each), enabled: fc.boolean() }))),
);

const categoryOf = (each: string) =>
  fc.record({
    name: fc.constant(each.replaceAll('/', '')),
    type: fc.constantFrom('Incident', 'Request'),
    enabled: fc.boolean(),
    visibleInResolutionCenter: fc.boolean(),
    subcategories,
  });

const used = (actions: readonly string[]) =>
  fc.record({
    action: actions.length === 0 ? fc.constant({ shared: 'Send Email' }) : fc.constantFrom(...actions),
    parameters:
      actions.length === 0
        ? fc.constant({ To: 'a@example.com' })
        : fc.constantFrom({ Who: 'x' }, { What: 'y', Who: 'z' }),
  });

const conditions = fc.array(
  fc.record({
    operand: fc.constantFrom('Value', 'Entity Name'),
    operator: fc.constantFrom('Equals', 'GreaterThan', 'StartsWith'),
    value: text(20).filter((value) => value !== ''),
  }),
  { minLength: 1, maxLength: 3 },
);

const ruleOf = (each: string, actions: readonly string[], subscriptions: readonly string[]) =>
  fc
    .record({
      base: fc.record({ name: fc.constant(each), type: fc.constant('Ingestion'), conditions }),
      more: fc.record(
        {
          description: text(40),
          enabled: fc.boolean(),
          slidingExpiration: fc.boolean(),
          matchLifetime: fc.constantFrom('00:05:00', '0.01:00:00', '3.00:00:00'),
          actionLimitPerHour: fc.integer({ min: 1, max: 100 }),
          group: fc.record({ by: fc.constantFrom('Location', 'Subscription') }),
          matchActions: fc.array(used(actions), { maxLength: 2 }),
          ...(subscriptions.length > 0 && { subscription: fc.constantFrom(...subscriptions) }),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ base, more }) => ({ ...base, ...more }));

const protocolOf = (each: string, actions: readonly string[]) =>
  fc.record({
    name: fc.constant(each),
    description: text(40),
    timer: fc.constantFrom('00:10:00', '1.00:00:00'),
    actions: fc.array(
      fc
        .tuple(used(actions), fc.constantFrom('OnNew', 'OnTimer', 'OnClosed'), text(20), fc.boolean())
        .map(([given, event, summary, repeatable]) => ({ event, ...given, summary, repeatable })),
      { maxLength: 4 },
    ),
  });

const setOf = (each: string) =>
  fc.record({
    name: fc.constant(each),
    controls: fc.uniqueArray(fc.record({ name: plain, title: plain, description: plain }), {
      minLength: 1,
      maxLength: 4,
      selector: (control) => control.name.toLowerCase(),
    }),
  });

const all = <Made>(list: readonly string[], make: (each: string) => fc.Arbitrary<Made>): fc.Arbitrary<Made[]> =>
  fc.tuple(...list.map(make));

const fields = fc
  .uniqueArray(
    fc.record({ slot: fc.integer({ min: 1, max: 15 }), name: plain, options: fc.array(plain, { maxLength: 3 }) }),
    {
      maxLength: 4,
      selector: ({ slot }) => slot,
    },
  )
  .map((list) => list.map((each) => ({ ...each, name: `${each.name}${each.slot}x`, type: 'Dropdown' })));

const configuration = fc
  .tuple(names, names, names, names, names, fc.uniqueArray(plain, { maxLength: 2, selector: folded }), fields)
  .chain(([actions, categories, protocols, rules, subscriptions, sets, customFields]) =>
    fc.record({
      version: fc.constant(1),
      subscriptions: fc.constant(subscriptions.map((each) => ({ name: each }))),
      actions: all(actions, actionOf),
      categories: all(categories, categoryOf).map((list) =>
        list.filter(
          ({ name: own }, at) => own.trim() !== '' && list.findIndex((each) => each.name.trim() === own.trim()) === at,
        ),
      ),
      protocols: all(protocols, (each) => protocolOf(each, actions)),
      rules: all(rules, (each) => ruleOf(each, actions, subscriptions)),
      controlSets: all(sets, setOf),
      customFields: fc.constant(customFields),
    }),
  );

const newContext = async () => {
  made += 1;
  const tenantId = await addTestTenant(server.database, `Random ${made}`, server.clock.now());
  return systemContext({ name: 'test', clock: server.clock, tenantId });
};

it(
  'applies any configuration, exports it and gets the same text from another tenant',
  { timeout: 120_000 },
  async () => {
    const everything = configurationOf(areas);
    const apply = async (context: Awaited<ReturnType<typeof newContext>>, file: string) => {
      const { fingerprint } = await planConfiguration(server.services, context, everything, file);
      return applyConfiguration(server.services, context, everything, file, fingerprint);
    };
    await fc.assert(
      fc.asyncProperty(configuration, async (value) => {
        const [first, second] = [await newContext(), await newContext()];
        const file = writeYaml(value);
        await apply(first, file);
        const again = await planConfiguration(server.services, first, everything, file);
        expect(again.lines).toEqual([]);
        const exported = await exportConfiguration(server.services, first, everything);
        await apply(second, exported);
        expect(await exportConfiguration(server.services, second, everything)).toBe(exported);
      }),
      { numRuns: 12 },
    );
  },
);
