import { useQuery } from '@tanstack/react-query';
import { pushStateQuery } from '../api-device.ts';

/** Whether there is push at all: in browsers it needs the worker, which the operator may have switched off. */
export const useHasPush = (): boolean => useQuery(pushStateQuery).data !== 'off';
