import type { AskAhead } from '../api/createAskAhead.ts';
import { wallPath } from '../paths.ts';
import type { Screen } from '../screens.ts';

/** Fetches a page's code, and what it asks first, before the click that opens it. */
export interface Preloader {
  /** The pointer or the focus is on a link to this page. */
  near(path: string): void;
  /** A link to this page is being pressed: the click follows in a moment. */
  pressed(path: string): void;
  /** Fetches the code of these pages one after the other, so that what the user opens meanwhile waits for one at most. */
  inTurn(paths: readonly string[]): Promise<void>;
}

export type PreloadedScreen = Pick<Screen, 'load' | 'askAhead'> & { readonly path: string };

/** `openPath`: the page that is open, which asks for itself. */
export function createPreloader({
  screens,
  askAhead,
  openPath,
}: {
  readonly screens: readonly PreloadedScreen[];
  readonly askAhead: AskAhead;
  readonly openPath: () => string;
}): Preloader {
  const begun = new Set<string>();
  /** Once each: a page that was open before only asks for changes. */
  const asked = new Set([openPath()]);
  const screenAt = (path: string): PreloadedScreen | undefined => screens.find((screen) => screen.path === path);

  async function load(path: string): Promise<void> {
    const screen = screenAt(path);
    if (screen === undefined || begun.has(path)) return;
    begun.add(path);
    // The page itself says so when it cannot be fetched; the next hover tries again.
    await screen.load().catch(() => begun.delete(path));
  }

  return {
    near: (path) => void load(path),
    pressed(path) {
      void load(path);
      if (asked.has(path)) return;
      asked.add(path);
      screenAt(path)?.askAhead?.(askAhead);
    },
    async inTurn(paths) {
      for (const path of paths) await load(path);
    },
  };
}

/**
 * The pages outside the sections, and the first page of each section, which brings the code that the section's pages share.
 * Not the wall, which opens in a tab of its own.
 */
export function entrancesOf(
  screens: readonly Pick<Screen, 'path' | 'section' | 'sort' | 'permission'>[],
  can: (permission: Screen['permission']) => boolean,
): readonly string[] {
  const seen = new Set<string>();
  return screens
    .filter(({ permission }) => can(permission))
    .toSorted((a, b) => a.sort - b.sort)
    .flatMap(({ path, section }) => {
      if (section === null) return path === wallPath ? [] : [path];
      if (seen.has(section)) return [];
      seen.add(section);
      return [path];
    });
}
