import type { PathIn } from '@lapau/contract/screens';
import type { ComponentType } from 'react';
import { LoginScreen } from '../../features/auth/screens/login-screen.tsx';

export const components: Record<PathIn<'login'>, ComponentType> = {
  '/login': LoginScreen,
};
