import { runAdmin } from './run-admin.ts';

// `npm run -s admin -- grant somebody@example.com Viewer --all`: the admin command line, for a user who has the
// database and its master key.

const { code, output, error } = await runAdmin(process.argv.slice(2), process.env);
for (const line of output) process.stdout.write(`${line}\n`);
if (error !== undefined) process.stderr.write(`${error}\n`);
process.exitCode = code;
