import type { PathIn } from '@lapau/contract/screens';
import type { ComponentType } from 'react';
import { AddAdminPostScreen } from '../../features/posts/screens/add-admin-post-screen.tsx';
import { AddMenuScreen } from '../../features/posts/screens/add-menu-screen.tsx';
import { AddWarungMenuScreen } from '../../features/posts/screens/add-warung-menu-screen.tsx';
import { EditPostScreen } from '../../features/posts/screens/edit-post-screen.tsx';
import { StatsScreen } from '../../features/stats/screens/stats-screen.tsx';
import { InviteScreen } from '../../features/warungs/screens/invite-screen.tsx';
import { MyWarungScreen } from '../../features/warungs/screens/my-warung-screen.tsx';
import { PosterScreen } from '../../features/warungs/screens/poster-screen.tsx';

export const components: Record<PathIn<'cook'>, ComponentType> = {
  '/my-warung': MyWarungScreen,
  '/my-warung/tambah-menu': AddMenuScreen,
  '/my-warung/edit-post/:postId': EditPostScreen,
  '/my-warung/angka': StatsScreen,
  '/my-warung/poster': PosterScreen,
  '/ajak': InviteScreen,
  '/admin/add-post': AddAdminPostScreen,
  '/admin/warungs/:warungId/add-menu': AddWarungMenuScreen,
};
