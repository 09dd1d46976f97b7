import { useQuery } from '@tanstack/react-query';
import { pushStateQuery } from '../api-device.ts';

/** Whether push exists here at all: browsers need the worker for it, which the operator may have switched off. */
export const useHasPush = (): boolean => useQuery(pushStateQuery).data !== 'off';
