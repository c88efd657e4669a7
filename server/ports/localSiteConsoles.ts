import type { ConsolePresence, SiteConsoles } from './consolePresence.ts';

/** The consoles that are connected to this process. */
export function createLocalSiteConsoles(): SiteConsoles {
  const joined = new Set<ConsolePresence>();
  const some = (test: (consoles: ConsolePresence) => boolean): boolean => [...joined].some(test);
  return {
    isAnyArmedFor: (responsibility) => some((consoles) => consoles.isAnyArmedFor(responsibility)),
    isOnline: (userId) => some((consoles) => consoles.isOnline(userId)),
    join(consoles) {
      joined.add(consoles);
      return () => joined.delete(consoles);
    },
  };
}
