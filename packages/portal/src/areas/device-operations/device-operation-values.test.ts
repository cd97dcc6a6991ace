import { describe, expect, it } from 'vitest';
import type { OperationFacts } from './device-operation-row.ts';
import { blankValues, operationForm, valuesOf } from './device-operation-values.ts';

const operation: OperationFacts = {
  operationId: '6f1c0000-0000-4000-8000-000000000001',
  name: 'HTTP Availability',
  description: null,
  frequencyDefinitions: '[2,1]',
  defaultInterval: '',
  package: null,
  parameterDefinitions: JSON.stringify([
    { Name: 'Url', Description: null, Required: true, Source: 'PortalEntry', DefaultValue: null },
    { Name: 'Method', Description: null, Required: true, Source: 'PortalEntry', DefaultValue: 'GET' },
    { Name: 'Token', Description: null, Required: false, Source: 'SecuredValue', DefaultValue: null },
  ]),
};
const errorsOf = (values: unknown): readonly string[] =>
  operationForm(operation)
    .safeParse(values)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('the form of a device operation', () => {
  it('starts with the name, the first frequency and five minutes', () => {
    expect(blankValues(operation)).toMatchObject({
      label: 'HTTP Availability',
      frequencyTypeId: 2,
      interval: '00:05:00',
      enabled: true,
      parameters: [{ Name: 'Url' }, { Name: 'Method' }, { Name: 'Token', Source: 'SecuredValue' }],
    });
  });

  it('requires label, interval and parameters without a default', () => {
    expect(errorsOf({ ...blankValues(operation), label: ' ', interval: '' })).toEqual([
      'label: Label is required',
      'interval: Interval is required',
      'parameters.0.Value: Url is required.',
    ]);
    const parameters = [{ Name: 'Url', Source: 'PortalEntry', Value: 'https://example.com/' }];
    expect(errorsOf({ ...blankValues(operation), parameters })).toEqual([]);
    expect(errorsOf({ ...blankValues(operation), parameters, interval: '00:00:29' })).toEqual([
      'interval: Interval must be at least 30 seconds, as HH:mm:ss.',
    ]);
  });

  it('keeps the stored values', () => {
    const parameters = JSON.stringify([
      { Name: 'Method', Source: 'EnvironmentVariable', Value: 'M', SecuredValues: null },
    ]);
    const row = {
      ...blankValues(operation),
      parameters,
      modified: 'm',
      label: 'x',
      frequencyTypeId: 1,
      interval: '00:01:00',
    };
    expect(valuesOf(row as never, operation)).toMatchObject({
      label: 'x',
      interval: '00:01:00',
      modified: 'm',
      parameters: [
        { Name: 'Url', Value: '' },
        { Name: 'Method', Source: 'EnvironmentVariable', Value: 'M' },
        { Name: 'Token' },
      ],
    });
  });
});
