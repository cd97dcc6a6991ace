import { connect } from 'node:net';
import { once } from 'node:events';
import { faultOf, millisecondsSince, type BuiltInOperation } from './built-in-operation.ts';

/** Checks whether a TCP port accepts connections. */
export const tcpPort: BuiltInOperation = async (parameters, { signal }) => {
  const host = parameters.required('Host').trim();
  parameters.required('Port');
  const port = parameters.integer('Port', { min: 1, max: 65_535, absent: 0 });
  const seconds = parameters.integer('TimeoutSeconds', { min: 1, max: 3_600, absent: 10 });
  const limit = AbortSignal.timeout(seconds * 1_000);
  const began = performance.now();
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, limit]) });
    return { value: 1, metrics: { ConnectMilliseconds: millisecondsSince(began) }, states: { Open: true } };
  } catch (error) {
    if (signal.aborted) throw error;
    const fault = limit.aborted ? `no connection within ${seconds} seconds` : faultOf(error);
    return { value: 0, states: { Open: false }, error: fault };
  } finally {
    socket.on('error', () => undefined).destroy();
  }
};
