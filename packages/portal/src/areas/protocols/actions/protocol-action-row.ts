import type { ProtocolAction } from '@cfs/contracts/protocols';

export const protocolActionSet = '/v1/protocolActions';

/** A protocol action with its definition expanded, as its set returns it. */
export interface ProtocolActionRow extends ProtocolAction {
  readonly actionDefinition: {
    readonly actionDefinitionId: string;
    readonly name: string;
    readonly description: string | null;
    readonly inputParameters: string;
  };
}

/** The displayed name of the action: its summary, or the name of its definition if it has none. */
export const protocolActionName = ({ summary, actionDefinition }: ProtocolActionRow): string =>
  summary?.trim() || actionDefinition.name;
