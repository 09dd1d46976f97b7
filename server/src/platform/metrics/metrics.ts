/// <reference path="./prom-client.d.ts" />
import type { Metric } from 'prom-client';
// These imports name single files: the package's entry also loads OpenTelemetry and Node's cluster, which take 14 MB of memory.
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import Registry from 'prom-client/lib/registry.js';

type Labels<Name extends string> = Record<Name, string>;
type Value = number | undefined | Promise<number | undefined>;
/** Values of one label with their numbers. */
type Values = Iterable<readonly [label: string, value: number]>;

/**
 * What this process measures, in Prometheus's format; names follow its conventions (seconds, bytes, `_total`). Each value of a label
 * is a time series that stays: values come from the program (names of calls, codes, queues), never from a request. A counter or
 * histogram with a known name continues that one; a gauge or total replaces it.
 */
export type Metrics = {
  /** @returns a function that counts one event, or makes the time series with 0, so that an alert sees the first event as a rise */
  counter: <Name extends string>(
    name: string,
    help: string,
    labels: readonly Name[],
  ) => (of: Labels<Name>, by?: 0 | 1) => void;
  /** @returns a function that notes one duration, in seconds */
  durations: <Name extends string>(
    name: string,
    help: string,
    labels: readonly Name[],
    buckets: number[],
  ) => (of: Labels<Name>, seconds: number) => void;
  /** A number that is read when somebody asks; while it is undefined, there is none. */
  gauge: (name: string, help: string, read: () => Value) => void;
  /** Numbers that go up and down, by one label. */
  gauges: (name: string, help: string, label: string, read: () => Values | Promise<Values>) => void;
  /** A number that only grows, and that is counted elsewhere. */
  total: (name: string, help: string, read: () => number) => void;
  contentType: string;
  render: () => Promise<string>;
};

/** The metrics of one platform, of which tests have several in a process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const find = (name: string) => registry.getSingleMetric(name);
  const registers = [registry];
  /** Registers a metric that has been made without a registry, in place of one with its name. */
  const replace = <Name extends string>(name: string, metric: Metric<Name>) => {
    registry.removeSingleMetric(name);
    registry.registerMetric(metric);
  };
  return {
    counter: (name, help, labelNames) => {
      const counter = (find(name) as Counter | undefined) ?? new Counter({ name, help, labelNames, registers });
      return (of, by = 1) => counter.inc(of, by);
    },
    durations: (name, help, labelNames, buckets) => {
      const histogram =
        (find(name) as Histogram | undefined) ?? new Histogram({ name, help, labelNames, buckets, registers });
      return (of, seconds) => histogram.observe(of, seconds);
    },
    gauge: (name, help, read) => {
      async function collect(this: Gauge) {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      }
      replace(name, new Gauge({ name, help, registers: [], collect }));
    },
    gauges: (name, help, label, read) => {
      async function collect(this: Gauge) {
        this.reset();
        for (const [value, number] of await read()) this.set({ [label]: value }, number);
      }
      replace(name, new Gauge({ name, help, labelNames: [label], registers: [], collect }));
    },
    total: (name, help, read) => {
      function collect(this: Counter) {
        this.reset();
        this.inc(read());
      }
      replace(name, new Counter({ name, help, registers: [], collect }));
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}

/** @returns a function that notes whether the cache of that name had the answer */
export function measureCache({ counter }: Metrics, cache: string): (isHit: boolean) => void {
  const count = counter('lapau_cache_reads_total', 'Reads of caches, and whether they had the answer', [
    'cache',
    'result',
  ]);
  return (isHit) => count({ cache, result: isHit ? 'hit' : 'miss' });
}
