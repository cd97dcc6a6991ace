import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { finishedStates } from '@cfs/contracts/work-unit-enumerations';

export const requestSet = '/v1/workunits/rc';

/** How far a request is, in the words of the Resolution Center. */
export const statusOf = (unit: ResolutionCenterUnit): 'Done' | 'Active' =>
  finishedStates.includes(unit.stateId) ? 'Done' : 'Active';
