import { Gauge, type Registry } from 'prom-client'

/** Configured sources of pictures, as far as this process has tried: 1 while one can be reached. */
export const sourcesUp = (registry: Registry): Gauge<'source'> =>
  new Gauge({
    name: 'loreloom_picture_source_up',
    help: 'Whether a configured source of pictures could be reached when it was last asked',
    labelNames: ['source'],
    registers: [registry],
  })
