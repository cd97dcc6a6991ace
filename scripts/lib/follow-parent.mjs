// Loaded before the server. npm hands a SIGTERM to the shell between them, which dies of it and tells nobody: so the
// server, losing its parent, stops as if it had been asked to. A test run whose script was killed does the same.
import { whenParentIsLost } from './parent.mjs';

whenParentIsLost(Number(process.env.CFS_PARENT_PID), () => process.kill(process.pid, 'SIGTERM'));
