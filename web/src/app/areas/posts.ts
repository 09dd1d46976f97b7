import type { PathIn } from '@lapau/contract/screens';
import type { ComponentType } from 'react';
import { SavedScreen } from '../../features/feed/screens/saved-screen.tsx';
import { PostScreen } from '../../features/posts/screens/post-screen.tsx';
import { WarungScreen } from '../../features/warungs/screens/warung-screen.tsx';

export const components: Record<PathIn<'posts'>, ComponentType> = {
  '/post/:postId': PostScreen,
  '/saved': SavedScreen,
  '/warungs/:id': WarungScreen,
};
