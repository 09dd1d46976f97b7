import { workOn } from '../../platform/workers/worker.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import { tellDishes } from '../notifications/rules-returns.ts';
import { tellOfDishes } from './rules-alerts.ts';

export const savesWorkers: Worker[] = [workOn(tellDishes, ({ transaction }, job) => tellOfDishes(transaction, job))];
