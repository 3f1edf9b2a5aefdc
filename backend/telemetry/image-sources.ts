import { Gauge, type Registry } from 'prom-client'

/** Creates the gauge of configured picture sources that this process has tried to reach: 1 while a source is reachable. */
export const sourcesUp = (registry: Registry): Gauge<'source'> =>
  new Gauge({
    name: 'loreloom_picture_source_up',
    help: 'Whether a configured source of pictures could be reached when it was last asked',
    labelNames: ['source'],
    registers: [registry],
  })
