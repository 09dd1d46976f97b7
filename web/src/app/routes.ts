import { paths, screens } from '@lapau/contract/screens';
import type { Area, PathIn, ScreenPath } from '@lapau/contract/screens';
import type { ComponentType } from 'react';
import { FoodsSkeleton } from '../features/feed/components/foods-skeleton.tsx';
import { FeedScreen } from '../features/feed/screens/feed-screen.tsx';
import { ProfileSkeleton } from '../features/profile/components/profile-skeleton.tsx';
import { WarungListSkeleton } from '../features/warungs/components/warung-list-skeleton.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import type { LazyScreen } from './lazy-screen.tsx';

const areas: { [Each in Area]: () => Promise<{ components: Record<PathIn<Each>, ComponentType> }> } = {
  login: () => import('./areas/login.ts'),
  tabs: () => import('./areas/tabs.ts'),
  posts: () => import('./areas/posts.ts'),
  talk: () => import('./areas/talk.ts'),
  account: () => import('./areas/account.ts'),
  cook: () => import('./areas/cook.ts'),
  desk: () => import('./areas/desk.ts'),
  'dead-ends': () => import('./areas/dead-ends.ts'),
};

/** What shows while the code of a screen is loading. */
const skeletons: Partial<Record<ScreenPath, ComponentType>> = {
  '/foods': FoodsSkeleton,
  '/warung': WarungListSkeleton,
  '/profile': ProfileSkeleton,
};

const screenIn = <In extends Area>(area: In, path: PathIn<In>) =>
  lazyScreen(async () => (await areas[area]()).components[path], skeletons[path]);

/** The feed's is not lazy, as almost everybody starts there: a chunk of its own would cost a round trip, and its shared modules a dozen small chunks. */
const screenOf = (path: ScreenPath): ComponentType & Partial<LazyScreen> =>
  path === '/' ? FeedScreen : screenIn(screens[path].area, path);

/** The table of screens, each with what shows it. */
export const routes = paths.map((path) => ({ path, ...screens[path], screen: screenOf(path) }));
