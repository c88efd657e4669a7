/** The tests of pushes once more with FAST_PATHS off: `ws` writes every frame. */
import { vi } from 'vitest';

vi.stubEnv('FAST_PATHS', 'false');
await import('./push.test.ts');
