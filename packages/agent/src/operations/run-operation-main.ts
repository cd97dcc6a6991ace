import { runOperation } from './run-operation.ts';

await runOperation();
