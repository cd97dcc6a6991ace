// Loaded before the server. npm sends SIGTERM to an intermediate shell, which exits without forwarding it. The server
// therefore stops when its parent has exited, also after a test run was killed. Its web processes follow it.
import cluster from 'node:cluster';
import { whenParentIsLost } from './parent.mjs';

if (cluster.isPrimary) whenParentIsLost(Number(process.env.CFS_PARENT_PID), () => process.kill(process.pid, 'SIGTERM'));
