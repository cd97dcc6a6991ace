import type { CoreOperationKind } from '@cfs/contracts/core-operations';
import { apiRead } from './api-read.ts';
import type { BuiltInOperation } from './built-in-operation.ts';
import { dnsLookup } from './dns-lookup.ts';
import { fileContent } from './file-content.ts';
import { hostMetrics } from './host-metrics.ts';
import { httpAvailability } from './http-availability.ts';
import { processPresent } from './process-present.ts';
import { syntheticHttp } from './synthetic-http.ts';
import { tcpPort } from './tcp-port.ts';
import { tlsCertificateDaysLeft } from './tls-certificate-days-left.ts';

/** The operations of the Core package that run within the runner; the others start a program. */
export const builtInOperations: Readonly<Record<Exclude<CoreOperationKind, 'Command' | 'Script'>, BuiltInOperation>> = {
  HostMetrics: hostMetrics,
  ProcessPresent: processPresent,
  HttpAvailability: httpAvailability,
  SyntheticHttp: syntheticHttp,
  TcpPort: tcpPort,
  DnsLookup: dnsLookup,
  TlsCertificateDaysLeft: tlsCertificateDaysLeft,
  FileContent: fileContent,
  ApiRead: apiRead,
};
