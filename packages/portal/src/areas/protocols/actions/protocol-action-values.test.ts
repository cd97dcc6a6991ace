import { builtInActions } from '@cfs/contracts/action-enumerations';
import { describe, expect, test } from 'vitest';
import {
  blankProtocolAction,
  parameterKey,
  protocolActionForm,
  valuesOf,
  type ProtocolActionValues,
} from './protocol-action-values.ts';

const ticket = {
  actionDefinitionId: '5e4d0000-0000-4000-8000-000000000077',
  name: 'Open a ticket',
  description: null,
  inputParameters: 'Supplier, Note.Text',
  requiredParameters: ['Supplier'],
};
const mail = {
  actionDefinitionId: builtInActions.sendEmail,
  name: 'Send Email',
  description: null,
  inputParameters: 'To,Template',
  requiredParameters: [],
};
const form = protocolActionForm([ticket, mail]);

const values = (changes: Partial<ProtocolActionValues>): ProtocolActionValues => ({
  ...blankProtocolAction,
  workUnitEventTypeId: 'OnNew',
  actionDefinitionId: ticket.actionDefinitionId,
  ...changes,
});
const messages = (changes: Partial<ProtocolActionValues>) =>
  Object.fromEntries(
    (form.safeParse(values(changes)).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );

describe('the form of a protocol action', () => {
  test('requires an event and an action', () => {
    expect(messages({ workUnitEventTypeId: null, actionDefinitionId: null })).toEqual({
      workUnitEventTypeId: 'Please choose an event.',
      actionDefinitionId: 'Please choose an action.',
    });
  });

  test('keeps the parameters that the chosen action names', () => {
    const parameters = {
      [parameterKey('Supplier')]: 'Northwind',
      [parameterKey('Note.Text')]: '{{Title}}',
      [parameterKey('To')]: 'ops@example.com',
      [parameterKey('Template')]: null,
      [parameterKey('Subject')]: undefined,
    };
    expect(form.parse(values({ parameters })).parameters).toEqual({ Supplier: 'Northwind', 'Note.Text': '{{Title}}' });
    expect(form.parse(values({ parameters, actionDefinitionId: mail.actionDefinitionId })).parameters).toEqual({
      To: 'ops@example.com',
    });
  });

  test('demands required parameters only for an automatic action', () => {
    expect(messages({ runAutomatically: true })).toEqual({
      'parameters.pSupplier': 'Supplier needs a value: it is part of the address that the action calls.',
    });
    expect(messages({ runAutomatically: false })).toEqual({});
  });

  test('reports unknown placeholders and templates at their parameters', () => {
    expect(messages({ parameters: { [parameterKey('Note.Text')]: '{{MatchCount}}' } })).toEqual({
      [`parameters.${parameterKey('Note.Text')}`]: 'The placeholder {{MatchCount}} is not known.',
    });
    const parameters = { [parameterKey('Template')]: 'Fancy' };
    expect(messages({ actionDefinitionId: mail.actionDefinitionId, parameters })).toEqual({
      'parameters.pTemplate': 'There is no template Fancy.',
    });
  });

  test('starts from the stored parameters that the definition still names', () => {
    const stored = {
      protocolActionId: 'a',
      protocolId: 'p',
      actionDefinitionId: ticket.actionDefinitionId,
      workUnitEventTypeId: 'OnNew',
      parameters: '{"Supplier":"Northwind","Removed":"x"}',
      sequence: 0,
      summary: null,
      runAutomatically: true,
      repeatable: false,
      modified: '2026-03-01T10:00:00.000Z',
      actionDefinition: ticket,
    } as const;
    expect(valuesOf(stored).parameters).toEqual({ pSupplier: 'Northwind' });
  });

  test('maps each parameter name to a unique key that is not a form path', () => {
    const names = ['a.b', 'a,b', 'a[0]', 'a"b', "a'b", 'a$46$b', '0', 'Ærø'];
    const keys = names.map(parameterKey);
    expect(new Set(keys).size).toBe(names.length);
    for (const key of keys) expect(key).toMatch(/^p[^.,[\]"']*$/);
  });
});
