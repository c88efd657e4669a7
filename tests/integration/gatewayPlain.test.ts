/** The gateway's tests once more with FAST_PATHS off: aedes reads every connection and every report. */
import { vi } from 'vitest';

vi.stubEnv('FAST_PATHS', 'false');
await import('./gateway.test.ts');
