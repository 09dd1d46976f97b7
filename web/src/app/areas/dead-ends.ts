import type { PathIn } from '@lapau/contract/screens';
import type { ComponentType } from 'react';
import { NotFoundScreen } from '../screens/not-found-screen.tsx';
import { UnauthorizedScreen } from '../screens/unauthorized-screen.tsx';

export const components: Record<PathIn<'dead-ends'>, ComponentType> = {
  '/unauthorized': UnauthorizedScreen,
  '*': NotFoundScreen,
};
