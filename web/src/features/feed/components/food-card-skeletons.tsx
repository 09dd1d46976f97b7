import { CardSkeletons } from '../../../ui/lists/card-skeletons.tsx';

/** `count` dishes that are loading. */
export const FoodCardSkeletons = ({ count }: { count: number }) => (
  <CardSkeletons count={count} lines={['h-5', 'h-5 w-1/2', 'h-4 w-4/5', 'h-4 w-1/2']} hasActions />
);
