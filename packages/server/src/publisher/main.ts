import { runPublisher } from './run-publisher.ts';

// `npm run -s bundle -- sign DIRECTORY --key publisher.pem`: keys and signed bundles of a publisher. Only `register`
// needs a server.

const { code, output, error } = await runPublisher(process.argv.slice(2), process.env);
for (const line of output) process.stdout.write(`${line}\n`);
if (error !== undefined) process.stderr.write(`${error}\n`);
process.exitCode = code;
