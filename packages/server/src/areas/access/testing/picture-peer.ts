import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, type Dispatcher } from 'undici';

/** A self-signed key pair for pictures.example.com that protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmOymHw4GBGXMhF/M
pUbAu+BeoGN/X5i35O8fmYmpNgOhRANCAAS8jfJ4ImRo/OCP4XIK4DEgBKMojRVq
5w11ekLDIQ28lsHJ7gBe2QgE/pS+AHRNYm0oDl6PQ78WR2wAqZYho4v0
-----END PRIVATE KEY-----`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBtjCCAVygAwIBAgIUdUh05iOjsUHIYUTw5F9j0Py0P/IwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUcGljdHVyZXMuZXhhbXBsZS5jb20wIBcNMjYxMTIxMTIzMjU0
WhgPMjEyNjEwMjgxMjMyNTRaMB8xHTAbBgNVBAMMFHBpY3R1cmVzLmV4YW1wbGUu
Y29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvI3yeCJkaPzgj+FyCuAxIASj
KI0VaucNdXpCwyENvJbBye4AXtkIBP6UvgB0TWJtKA5ej0O/FkdsAKmWIaOL9KN0
MHIwHQYDVR0OBBYEFHTCwF2dpiWNxLh5oWxrqU42LvygMB8GA1UdIwQYMBaAFHTC
wF2dpiWNxLh5oWxrqU42LvygMA8GA1UdEwEB/wQFMAMBAf8wHwYDVR0RBBgwFoIU
cGljdHVyZXMuZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIhAPsVBr//kTUS
ca1jDkoVeZp9Ivt6ogqIrnI6uN3XB+2xAiBxlGVVWWYQ8bhnfrZP07Z9ljTMDGcH
PawvmwXn1vDPjw==
-----END CERTIFICATE-----`;

/** A real HTTPS server on this machine, as an identity provider's picture store. */
export interface PicturePeer {
  readonly port: number;
  /** Its address under the name that its certificate is for. */
  readonly address: string;
  /** Resolves that name to this machine and trusts the certificate. */
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

export const startPicturePeer = async (answer: RequestListener): Promise<PicturePeer> => {
  const server: Server = createServer({ key, cert: certificate }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dispatcher = new Agent({
    connect: {
      ca: certificate,
      lookup: (_name, options, callback) =>
        options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
    },
  });
  return {
    port,
    address: `https://pictures.example.com:${port}`,
    dispatcher,
    async close() {
      await dispatcher.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};
