import type { ComponentType } from 'react';
import { FoodsSkeleton } from '../features/feed/components/foods-skeleton.tsx';
import { FeedScreen } from '../features/feed/screens/feed-screen.tsx';
import { ProfileSkeleton } from '../features/profile/components/profile-skeleton.tsx';
import { WarungListSkeleton } from '../features/warungs/components/warung-list-skeleton.tsx';
import type { RoutePath } from '../lib/screen/paths.ts';
import type { Access } from './access.ts';
import { lazyScreen } from './lazy-screen.tsx';
import type { LazyScreen } from './lazy-screen.tsx';

export type Layout = 'member' | 'admin' | 'bare';

export type Route = {
  access: Access;
  layout: Layout;
  screen: ComponentType & Partial<LazyScreen>;
};

/** The route table: who may see a path, inside what, and the screen that shows it (product.md#access). */
export const routes: Record<RoutePath, Route> = {
  '/': {
    access: 'member',
    layout: 'member',
    // Not lazy, as almost everybody starts here: a chunk of its own would cost a round trip, and its shared modules a dozen
    // small chunks.
    screen: FeedScreen,
  },
  '/login': {
    access: 'guest',
    layout: 'bare',
    screen: lazyScreen(async () => (await import('../features/auth/screens/login-screen.tsx')).LoginScreen),
  },
  '/foods': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(
      async () => (await import('../features/feed/screens/foods-screen.tsx')).FoodsScreen,
      FoodsSkeleton,
    ),
  },
  '/post/:postId': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/posts/screens/post-screen.tsx')).PostScreen),
  },
  '/saved': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/feed/screens/saved-screen.tsx')).SavedScreen),
  },
  '/warung': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(
      async () => (await import('../features/warungs/screens/warung-list-screen.tsx')).WarungListScreen,
      WarungListSkeleton,
    ),
  },
  '/warungs/:id': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/warungs/screens/warung-screen.tsx')).WarungScreen),
  },
  '/my-warung': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/warungs/screens/my-warung-screen.tsx')).MyWarungScreen),
  },
  '/my-warung/tambah-menu': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/posts/screens/add-menu-screen.tsx')).AddMenuScreen),
  },
  '/my-warung/edit-post/:postId': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/posts/screens/edit-post-screen.tsx')).EditPostScreen),
  },
  '/my-warung/angka': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/stats/screens/stats-screen.tsx')).StatsScreen),
  },
  '/my-warung/poster': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/warungs/screens/poster-screen.tsx')).PosterScreen),
  },
  '/profile': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(
      async () => (await import('../features/profile/screens/profile-screen.tsx')).ProfileScreen,
      ProfileSkeleton,
    ),
  },
  '/profile/diblokir': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/chat/screens/blocked-screen.tsx')).BlockedScreen),
  },
  '/become-seller': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(
      async () => (await import('../features/applications/screens/become-seller-screen.tsx')).BecomeSellerScreen,
    ),
  },
  '/about': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(async () => (await import('../features/settings/screens/about-screen.tsx')).AboutScreen),
  },
  '/notifications': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(
      async () => (await import('../features/notifications/screens/notifications-screen.tsx')).NotificationsScreen,
    ),
  },
  '/conversations': {
    access: 'member',
    layout: 'member',
    screen: lazyScreen(
      async () => (await import('../features/chat/screens/conversations-screen.tsx')).ConversationsScreen,
    ),
  },
  '/chat/new/:recipientId': {
    access: 'member',
    layout: 'bare',
    screen: lazyScreen(async () => (await import('../features/chat/screens/new-chat-screen.tsx')).NewChatScreen),
  },
  '/chat/:conversationId': {
    access: 'member',
    layout: 'bare',
    screen: lazyScreen(async () => (await import('../features/chat/screens/chat-screen.tsx')).ChatScreen),
  },
  '/admin': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(async () => (await import('../features/desk/screens/desk-screen.tsx')).DeskScreen),
  },
  '/admin/add-post': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(
      async () => (await import('../features/posts/screens/add-admin-post-screen.tsx')).AddAdminPostScreen,
    ),
  },
  '/admin/reports': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(async () => (await import('../features/reports/screens/reports-screen.tsx')).ReportsScreen),
  },
  '/admin/users': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(async () => (await import('../features/admin-users/screens/users-screen.tsx')).UsersScreen),
  },
  '/admin/warungs': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(
      async () => (await import('../features/admin-warungs/screens/warungs-screen.tsx')).WarungsScreen,
    ),
  },
  '/admin/warungs/:warungId/menu': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(
      async () => (await import('../features/admin-warungs/screens/warung-menu-screen.tsx')).WarungMenuScreen,
    ),
  },
  '/admin/warungs/:warungId/add-menu': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(
      async () => (await import('../features/posts/screens/add-warung-menu-screen.tsx')).AddWarungMenuScreen,
    ),
  },
  '/admin/promotions': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(async () => (await import('../features/banners/screens/banners-screen.tsx')).BannersScreen),
  },
  '/admin/settings': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(async () => (await import('../features/settings/screens/settings-screen.tsx')).SettingsScreen),
  },
  '/admin/spellings': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(async () => (await import('../features/search/screens/spellings-screen.tsx')).SpellingsScreen),
  },
  '/admin/log': {
    access: 'admin',
    layout: 'admin',
    screen: lazyScreen(async () => (await import('../features/audit/screens/audit-screen.tsx')).AuditScreen),
  },
  '/privasi': {
    access: 'public',
    layout: 'bare',
    screen: lazyScreen(async () => (await import('../features/settings/screens/privacy-screen.tsx')).PrivacyScreen),
  },
  '/unauthorized': {
    access: 'public',
    layout: 'bare',
    screen: lazyScreen(async () => (await import('./screens/unauthorized-screen.tsx')).UnauthorizedScreen),
  },
  '*': {
    access: 'public',
    layout: 'bare',
    screen: lazyScreen(async () => (await import('./screens/not-found-screen.tsx')).NotFoundScreen),
  },
};
