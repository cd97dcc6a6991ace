import { config } from 'zod';

// The content security policy forbids the code generation that zod would otherwise try out.
config({ jitless: true });
