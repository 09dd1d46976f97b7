import type { PathIn } from '@lapau/contract/screens';
import type { ComponentType } from 'react';
import { FoodsScreen } from '../../features/feed/screens/foods-screen.tsx';
import { WarungListScreen } from '../../features/warungs/screens/warung-list-screen.tsx';

export const components: Record<PathIn<'tabs'>, ComponentType> = {
  '/foods': FoodsScreen,
  '/warung': WarungListScreen,
};
