import type { PathIn } from '@lapau/contract/screens';
import type { ComponentType } from 'react';
import { BecomeSellerScreen } from '../../features/applications/screens/become-seller-screen.tsx';
import { NotificationsScreen } from '../../features/notifications/screens/notifications-screen.tsx';
import { ProfileScreen } from '../../features/profile/screens/profile-screen.tsx';
import { AboutScreen } from '../../features/settings/screens/about-screen.tsx';
import { PrivacyScreen } from '../../features/settings/screens/privacy-screen.tsx';

export const components: Record<PathIn<'account'>, ComponentType> = {
  '/profile': ProfileScreen,
  '/become-seller': BecomeSellerScreen,
  '/about': AboutScreen,
  '/notifications': NotificationsScreen,
  '/privasi': PrivacyScreen,
};
