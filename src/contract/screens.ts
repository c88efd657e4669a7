import type { Permission } from './permissions.ts';
import { alarmCenterScreens } from './screens/alarmCenter.ts';
import { aloneScreens } from './screens/alone.ts';
import { baseDataScreens } from './screens/baseData.ts';
import { reportStatisticsScreens } from './screens/reportStatistics.ts';
import type { BuiltRoute } from './screens/route.ts';
import { systemSettingsScreens } from './screens/systemSettings.ts';
import { upkeepScreens } from './screens/upkeep.ts';

export { menuSections } from './screens/route.ts';

/**
 * Every page inside the layout (specification, section 2), once, by its section: routes, menu, permissions and tests read this table.
 * A page is built when its row names a permission, and only built pages are shown: give the row its menu label, icon, sort and
 * permission, and `app/screens.ts` its loader; every store gets the new page and its default roles at its next start.
 */
export const screenCatalogue = [
  ...aloneScreens,
  ...baseDataScreens,
  ...alarmCenterScreens,
  ...upkeepScreens,
  ...reportStatisticsScreens,
  ...systemSettingsScreens,
] as const;

/** A row of a page that exists. */
export type BuiltScreen = Extract<(typeof screenCatalogue)[number], { readonly permission: Permission }>;
export const builtScreens: readonly BuiltScreen[] = screenCatalogue.filter(
  (screen): screen is BuiltScreen => 'permission' in screen,
);

const builtRoutes: readonly BuiltRoute[] = builtScreens;

/** The path of the entry in the menu that is marked while this page is open. */
export function menuPathOf(path: string): string {
  const under = builtRoutes.find((screen) => screen.path === path)?.under;
  return builtRoutes.find(({ name }) => name === under)?.path ?? path;
}

/** The catalogue's row of a page. */
export function screenNamed(name: BuiltScreen['name']): BuiltScreen {
  const screen = builtScreens.find((built) => built.name === name);
  if (screen === undefined) throw new Error(`the catalogue has no page named ${name}`);
  return screen;
}
