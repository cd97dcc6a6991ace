import { Resolver } from 'node:dns/promises';
import { OperationError } from '../operation-result.ts';
import { faultOf, millisecondsSince, type BuiltInOperation } from './built-in-operation.ts';

const readers = {
  A: (resolver: Resolver, name: string) => resolver.resolve4(name),
  AAAA: (resolver: Resolver, name: string) => resolver.resolve6(name),
  CNAME: (resolver: Resolver, name: string) => resolver.resolveCname(name),
  NS: (resolver: Resolver, name: string) => resolver.resolveNs(name),
  PTR: (resolver: Resolver, name: string) => resolver.resolvePtr(name),
  TXT: async (resolver: Resolver, name: string) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  MX: async (resolver: Resolver, name: string) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
  SRV: async (resolver: Resolver, name: string) =>
    (await resolver.resolveSrv(name)).map(
      ({ priority, weight, port, name: target }) => `${priority} ${weight} ${port} ${target}`,
    ),
} as const satisfies Record<string, (resolver: Resolver, name: string) => Promise<string[]>>;

const isRecordType = (type: string): type is keyof typeof readers => Object.hasOwn(readers, type);

/** Whether the name has no such records, which is a valid reading. */
const isAbsence = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Looks up the records of a name. */
export const dnsLookup: BuiltInOperation = async (parameters, { signal }) => {
  const name = parameters.required('Name').trim();
  const type = (parameters.optional('RecordType') ?? 'A').trim().toUpperCase();
  if (!isRecordType(type)) throw new OperationError(`RecordType must be one of ${Object.keys(readers).join(', ')}`);
  const server = parameters.optional('Server')?.trim();
  const expected = parameters.optional('ExpectedRecord')?.trim();
  const seconds = parameters.integer('TimeoutSeconds', { min: 1, max: 3_600, absent: 10 });

  const resolver = new Resolver({ timeout: seconds * 1_000, tries: 1 });
  if (server !== undefined) {
    try {
      resolver.setServers([server]);
    } catch {
      throw new OperationError('Server must be an address, with :port if it is not 53');
    }
  }
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  const began = performance.now();
  try {
    const records = (await readers[type](resolver, name)).sort();
    const metrics = { LookupMilliseconds: millisecondsSince(began), Records: records.length };
    const reading = { value: records.join(','), metrics };
    if (expected === undefined || records.includes(expected)) return { ...reading, states: { Resolved: true } };
    return { ...reading, states: { Resolved: false }, error: `${expected} is not among the records` };
  } catch (error) {
    if (isAbsence(error)) return { value: '', states: { Resolved: false }, error: `${name} has no ${type} record` };
    throw new OperationError(`the lookup failed: ${faultOf(error)}`);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
