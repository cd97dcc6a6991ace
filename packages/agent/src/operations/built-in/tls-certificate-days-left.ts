import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, rootCertificates } from 'node:tls';
import { OperationError } from '../operation-result.ts';
import { faultOf, millisecondsSince, type BuiltInOperation } from './built-in-operation.ts';

const dayMilliseconds = 24 * 60 * 60_000;

/** Reads how many days the certificate of a server is still valid, whether or not this machine trusts it. */
export const tlsCertificateDaysLeft: BuiltInOperation = async (parameters, { network, signal }) => {
  const host = parameters.required('Host').trim();
  const port = parameters.integer('Port', { min: 1, max: 65_535, absent: 443 });
  const serverName = parameters.optional('ServerName')?.trim() ?? host;
  const seconds = parameters.integer('TimeoutSeconds', { min: 1, max: 3_600, absent: 10 });
  const limit = AbortSignal.timeout(seconds * 1_000);
  const began = performance.now();
  const socket = connect({
    host,
    port,
    ...(isIP(serverName) === 0 && { servername: serverName }),
    // Reads expired and untrusted certificates too; nothing is sent.
    rejectUnauthorized: false,
    ...(network.authorities !== undefined && { ca: [...rootCertificates, network.authorities] }),
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, limit]) });
    const certificate = socket.getPeerX509Certificate();
    if (!certificate) throw new OperationError('the server presented no certificate');
    const validTo = certificate.validToDate;
    return {
      value: Math.floor((validTo.getTime() - Date.now()) / dayMilliseconds),
      metrics: { HandshakeMilliseconds: millisecondsSince(began) },
      states: { Trusted: socket.authorized },
      properties: {
        Subject: certificate.subject ?? '',
        Issuer: certificate.issuer ?? '',
        ValidTo: validTo.toISOString(),
        Fingerprint: certificate.fingerprint256,
      },
      ...(!socket.authorized && { error: `not trusted: ${faultOf(socket.authorizationError)}` }),
    };
  } catch (error) {
    if (signal.aborted || error instanceof OperationError) throw error;
    throw new OperationError(limit.aborted ? `no connection within ${seconds} seconds` : faultOf(error));
  } finally {
    socket.on('error', () => undefined).destroy();
  }
};
