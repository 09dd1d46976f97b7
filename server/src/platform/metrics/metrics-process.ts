import { monitorEventLoopDelay } from 'node:perf_hooks';
import { programVersion } from '../process/program-folder.ts';
import type { Metrics } from './metrics.ts';

const lagResolutionMs = 20;

/** Measures this process itself, under the names that Prometheus's own clients use. */
export function measureProcess({ gauge, gauges, total }: Metrics): { close: () => void } {
  gauges('lapau_build_info', 'The version of Lapau that runs', 'version', () => [[programVersion, 1]]);
  gauge('process_start_time_seconds', 'When the process started, in Unix time', () => performance.timeOrigin / 1_000);
  gauge('process_resident_memory_bytes', 'Memory that the process has in use', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript values', () => process.memoryUsage().heapUsed);
  total('process_cpu_seconds_total', 'Time on the processor', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  });

  const lag = monitorEventLoopDelay({ resolution: lagResolutionMs });
  lag.enable();
  gauges('lapau_event_loop_lag_seconds', 'How late timers were since this was read last', 'statistic', () => {
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - lagResolutionMs / 1_000);
    const values = [
      ['median', late(lag.percentile(50))],
      ['p99', late(lag.percentile(99))],
      ['max', late(lag.max)],
    ] as const;
    lag.reset();
    return values;
  });
  return { close: () => lag.disable() };
}
