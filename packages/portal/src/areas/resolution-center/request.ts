import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { finishedStates } from '@cfs/contracts/work-unit-enumerations';

export const requestSet = '/v1/workunits/rc';

/** The status of a request as the Resolution Center shows it. */
export const statusOf = (unit: ResolutionCenterUnit): 'Done' | 'Active' =>
  finishedStates.includes(unit.stateId) ? 'Done' : 'Active';
