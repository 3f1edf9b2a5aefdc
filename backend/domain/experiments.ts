import { z } from 'zod'

/** A choice between variants of the product. The first variant is the product without the experiment, the second the one that it tries. */
interface Experiment {
  title: string
  /** A description of the change for users. */
  changes: string
  variants: readonly [string, string, ...string[]]
}

/** Every experiment of this version. */
export const experiments = {
  'image-models': {
    title: 'More image models and styles',
    changes:
      'Generate Images and the lore of templates also offer the models SD3.5 Flash, SD3.5 Large and FLUX 1.1 Pro, as far as they are set up, and 14 more styles.',
    variants: ['off', 'on'],
  },
  'graph-arrangement': {
    title: 'First arrangement of the relationship graph',
    changes:
      'The graph of a campaign opens in layers instead of as a web. A choice in the graph itself goes before it.',
    variants: ['web', 'layers'],
  },
} as const satisfies Record<string, Experiment>

export type ExperimentName = keyof typeof experiments
export type VariantOf<Name extends ExperimentName> = (typeof experiments)[Name]['variants'][number]

export const experimentNames = Object.keys(experiments) as ExperimentName[]

/** Variants by the name of their experiment. Names and variants of other versions are possible. */
export type Variants = Readonly<Record<string, string>>

/** The origin of a variant: the setting EXPERIMENTS, local storage of a browser, the remote service, or none of them. */
export type VariantSource = 'environment' | 'browser' | 'service' | 'default'

/** The variants that the setting EXPERIMENTS names, each as `name` or `name=variant`. A name alone stands for the second variant. */
export const environmentVariants = (setting: readonly string[]): Variants =>
  Object.fromEntries(
    setting.map((entry) => {
      const [name = '', variant] = entry.split('=')
      return [name, variant ?? experiments[name as ExperimentName]?.variants[1] ?? 'on']
    }),
  )

/** Returns an experiment's variant: the environment overrides the browser, the browser the service. Unknown variants are ignored. */
export const variantOf = <Name extends ExperimentName>(
  name: Name,
  from: Partial<Record<Exclude<VariantSource, 'default'>, Variants>>,
): { variant: VariantOf<Name>; source: VariantSource } => {
  const variants: readonly string[] = experiments[name].variants
  for (const source of ['environment', 'browser', 'service'] as const) {
    const variant = from[source]?.[name]
    if (variant !== undefined && variants.includes(variant)) return { variant: variant as VariantOf<Name>, source }
  }
  return { variant: experiments[name].variants[0] as VariantOf<Name>, source: 'default' }
}

/** `GET /experiments`: the variants that the remote service decides, and whether it could be reached. */
export const RemoteVariants = z.object({
  variants: z.record(z.string(), z.string()),
  service: z.enum(['none', 'reached', 'failing']),
})
export type RemoteVariants = z.infer<typeof RemoteVariants>
