import type { OperationType } from './operation-enumerations.ts';
import {
  operationFrequencies,
  operationResultTypes,
  type OperationFrequency,
  type OperationResultType,
} from './operation-enumerations.ts';

/**
 * The operations that every agent has built in: those of the Core package. No schemas here: the agent's bundle has no
 * zod.
 */

export const corePackageName = 'Core';

export const coreOperationKinds = [
  'HostMetrics',
  'ProcessPresent',
  'HttpAvailability',
  'SyntheticHttp',
  'TcpPort',
  'DnsLookup',
  'TlsCertificateDaysLeft',
  'FileContent',
  'ApiRead',
  'Command',
  'Script',
] as const;
export type CoreOperationKind = (typeof coreOperationKinds)[number];

/** A parameter as the form shows it; `DefaultValue` applies when the value is empty. */
export interface CoreParameter {
  readonly Name: string;
  readonly Description: string;
  readonly Required: boolean;
  readonly DefaultValue: string | null;
}

/** An operation of the Core package. */
export interface CoreOperation {
  readonly kind: CoreOperationKind;
  /** A fixed GUID, the same in every installation. */
  readonly operationId: string;
  readonly name: string;
  readonly description: string;
  readonly operationType: OperationType;
  readonly resultType: OperationResultType;
  readonly frequencies: readonly OperationFrequency[];
  /** `HH:mm:ss`. */
  readonly defaultInterval: string;
  readonly parameters: readonly CoreParameter[];
}

const { OnDemand, Recurring, OneTimeKeepAlive } = operationFrequencies;
const repeated = [Recurring, OnDemand];
const kept = [Recurring, OnDemand, OneTimeKeepAlive];
const idOf = (number: number): string => `c04e0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const required = (Name: string, Description: string): CoreParameter => ({
  Name,
  Description,
  Required: true,
  DefaultValue: null,
});
const optional = (Name: string, Description: string, DefaultValue: string | null = null): CoreParameter => ({
  Name,
  Description,
  Required: false,
  DefaultValue,
});

const request = [
  required('Url', 'Address, http or https.'),
  optional('Method', 'GET, HEAD, POST, PUT, PATCH or DELETE.', 'GET'),
  optional('Headers', 'One header a line, Name: Value.'),
  optional('Body', 'Body of the request.'),
  optional('ExpectedStatus', 'Statuses and ranges that count as success: 200-299,401.', '200-399'),
  optional('FollowRedirects', 'true or false.', 'true'),
  optional('TimeoutSeconds', 'Seconds until the request is given up.', '30'),
];

/** The Core package, in the order of the form. */
export const coreOperations: readonly CoreOperation[] = [
  {
    kind: 'HostMetrics',
    operationId: idOf(1),
    name: 'Host Metrics',
    description: 'CPU, memory, disk and uptime of the machine. Value: the CPU percentage over the sample.',
    operationType: 'Metric',
    resultType: operationResultTypes.Numeric,
    frequencies: repeated,
    defaultInterval: '00:05:00',
    parameters: [
      optional('SampleSeconds', 'Seconds over which the CPU is measured, 1 to 60.', '1'),
      optional('DiskPath', 'A path on the disk that is measured; empty for the disk of the agent.'),
    ],
  },
  {
    kind: 'ProcessPresent',
    operationId: idOf(2),
    name: 'Process Present',
    description: 'Counts processes by name. Value: their number. Fewer than the minimum: state Absent.',
    operationType: 'Availability',
    resultType: operationResultTypes.Numeric,
    frequencies: repeated,
    defaultInterval: '00:05:00',
    parameters: [
      required('ProcessName', 'Name of the program, without path and .exe; letter case is ignored.'),
      optional('MinimumCount', 'Processes that must be present.', '1'),
    ],
  },
  {
    kind: 'HttpAvailability',
    operationId: idOf(3),
    name: 'HTTP Availability',
    description: 'Calls an address. Value: 1 when it answers as expected, else 0.',
    operationType: 'Availability',
    resultType: operationResultTypes.Numeric,
    frequencies: repeated,
    defaultInterval: '00:05:00',
    parameters: [...request, optional('ExpectedText', 'Text that the answer must contain.')],
  },
  {
    kind: 'SyntheticHttp',
    operationId: idOf(4),
    name: 'Synthetic HTTP Check',
    description: 'Calls several addresses in order, with cookies. Value: 1 when every step succeeds, else 0.',
    operationType: 'Synthetic',
    resultType: operationResultTypes.Numeric,
    frequencies: repeated,
    defaultInterval: '00:05:00',
    parameters: [
      required(
        'Steps',
        'JSON list of at most 20 steps: name, method, url, headers, body, expectedStatus, expectedText, and extract (JSONPath by variable). {{variable}} inserts an extracted value.',
      ),
      optional('TimeoutSeconds', 'Seconds until a step is given up.', '30'),
    ],
  },
  {
    kind: 'TcpPort',
    operationId: idOf(5),
    name: 'TCP Port',
    description: 'Connects to a port. Value: 1 when it is open, else 0.',
    operationType: 'Availability',
    resultType: operationResultTypes.Numeric,
    frequencies: repeated,
    defaultInterval: '00:05:00',
    parameters: [
      required('Host', 'Name or address.'),
      required('Port', '1 to 65535.'),
      optional('TimeoutSeconds', 'Seconds until the connection is given up.', '10'),
    ],
  },
  {
    kind: 'DnsLookup',
    operationId: idOf(6),
    name: 'DNS Lookup',
    description: 'Resolves a name. Value: the sorted records, joined by commas.',
    operationType: 'Availability',
    resultType: operationResultTypes.Text,
    frequencies: repeated,
    defaultInterval: '00:05:00',
    parameters: [
      required('Name', 'The name to resolve.'),
      optional('RecordType', 'A, AAAA, CNAME, MX, NS, PTR, SRV or TXT.', 'A'),
      optional('Server', 'Address of the DNS server, with :port if it is not 53; empty for those of the machine.'),
      optional('ExpectedRecord', 'A record that must be among them.'),
      optional('TimeoutSeconds', 'Seconds until the lookup is given up.', '10'),
    ],
  },
  {
    kind: 'TlsCertificateDaysLeft',
    operationId: idOf(7),
    name: 'TLS Certificate Days Left',
    description: 'Reads the certificate of a server, trusted or not. Value: the days until it expires, negative after.',
    operationType: 'Availability',
    resultType: operationResultTypes.Numeric,
    frequencies: repeated,
    defaultInterval: '01:00:00',
    parameters: [
      required('Host', 'Name or address.'),
      optional('Port', '1 to 65535.', '443'),
      optional('ServerName', 'Name to ask for (SNI); empty for the host.'),
      optional('TimeoutSeconds', 'Seconds until the connection is given up.', '10'),
    ],
  },
  {
    kind: 'FileContent',
    operationId: idOf(8),
    name: 'File Content',
    description: 'Reads a text file. Value: its content, or what the pattern finds.',
    operationType: 'LocalFileRead',
    resultType: operationResultTypes.Text,
    frequencies: repeated,
    defaultInterval: '00:05:00',
    parameters: [
      required('Path', 'Path of the file.'),
      optional('Pattern', 'Regular expression; its first group, or the whole match, becomes the value.'),
      optional('From', 'Start or End: where reading begins in a file that is longer than the limit.', 'End'),
      optional('MaximumBytes', 'Bytes that are read, 1 to 1048576.', '65536'),
    ],
  },
  {
    kind: 'ApiRead',
    operationId: idOf(9),
    name: 'API Read',
    description: 'Calls an address that answers JSON. Value: what the JSONPath finds first.',
    operationType: 'ApiRead',
    resultType: operationResultTypes.Text,
    frequencies: repeated,
    defaultInterval: '00:05:00',
    parameters: [...request, required('JsonPath', 'JSONPath (RFC 9535): $.items[0].state')],
  },
  {
    kind: 'Command',
    operationId: idOf(10),
    name: 'Command',
    description:
      'Runs a program without a shell. Value: its output, or the "Value" of JSON that it writes as last line.',
    operationType: 'Metric',
    resultType: operationResultTypes.Text,
    frequencies: kept,
    defaultInterval: '00:05:00',
    parameters: [
      required('Program', 'Path or name of the program.'),
      optional('Arguments', 'JSON list of texts.', '[]'),
      optional('WorkingDirectory', 'Directory in which it runs.'),
      optional('SuccessExitCodes', 'Exit codes and ranges that count as success.', '0'),
    ],
  },
  {
    kind: 'Script',
    operationId: idOf(11),
    name: 'Script',
    description: 'Runs a script. Value: its output, or the "Value" of JSON that it writes as last line.',
    operationType: 'Metric',
    resultType: operationResultTypes.Text,
    frequencies: kept,
    defaultInterval: '00:05:00',
    parameters: [
      required('Interpreter', 'sh, bash, python3, powershell, pwsh, cmd, or the path of an interpreter.'),
      required('Script', 'The script itself.'),
      optional('WorkingDirectory', 'Directory in which it runs.'),
      optional('SuccessExitCodes', 'Exit codes and ranges that count as success.', '0'),
    ],
  },
];
