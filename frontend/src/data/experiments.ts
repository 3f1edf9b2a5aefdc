import { useMemo, useSyncExternalStore } from 'react'
import {
  type ExperimentName,
  environmentVariants,
  experimentNames,
  experiments,
  RemoteVariants,
  type VariantOf,
  type VariantSource,
  type Variants,
  variantOf,
} from '#domain/experiments.ts'
import type { ImageModel } from '#domain/image-models.ts'
import { api } from '../base/api.ts'
import { useImageModelsQuery } from './images.ts'
import { useMe } from './me.ts'

/** Age in seconds at which variants are refetched. */
const freshSeconds = 300

const experimentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    remoteVariants: build.query<RemoteVariants, void>({
      query: () => 'experiments',
      transformResponse: (body) => RemoteVariants.parse(body),
      keepUnusedDataFor: freshSeconds,
      extraOptions: { freshness: 'opened' },
    }),
  }),
})

const keyOf = (name: ExperimentName) => `loreloom.experiment.${name}`
const changed = new EventTarget()

/** Overrides the variant in this browser; null ends the override. */
export const overrideVariant = (name: ExperimentName, variant: string | null): void => {
  if (variant === null) localStorage.removeItem(keyOf(name))
  else localStorage.setItem(keyOf(name), variant)
  changed.dispatchEvent(new Event('change'))
}

/** Subscribes to overrides of this tab and, through `storage` events, of other tabs. */
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  addEventListener('storage', listener)
  return () => {
    changed.removeEventListener('change', listener)
    removeEventListener('storage', listener)
  }
}

const useBrowserVariant = (name: ExperimentName) =>
  useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(name)))

/** Returns the user's variant in this browser; until the remote service responds, or if it fails, that without the experiment. */
export const useExperiment = <Name extends ExperimentName>(name: Name): VariantOf<Name> => {
  const environment = environmentVariants(useMe().experiments)
  const override = useBrowserVariant(name)
  const browser: Variants = override === null ? {} : { [name]: override }
  const isDecided = variantOf(name, { environment, browser }).source !== 'default'
  const { data } = experimentsApi.useRemoteVariantsQuery(undefined, {
    skip: isDecided,
    refetchOnMountOrArgChange: freshSeconds,
  })
  return variantOf(name, { environment, browser, service: data?.variants ?? {} }).variant
}

interface ExperimentState {
  name: ExperimentName
  variant: string
  source: VariantSource
  /** The override of this browser, even if the environment takes precedence. */
  override: string | null
}

/** Returns all experiments with their variant for this user in this browser and its source, and the remote service's response. */
export const useExperiments = () => {
  const { experiments: setting } = useMe()
  const stored = useSyncExternalStore(subscribe, () =>
    JSON.stringify(experimentNames.map((name) => localStorage.getItem(keyOf(name)))),
  )
  const { data, error, refetch } = experimentsApi.useRemoteVariantsQuery(undefined, { refetchOnMountOrArgChange: true })
  const environment = environmentVariants(setting)
  const overrides = JSON.parse(stored) as (string | null)[]
  const states = experimentNames.map((name, index): ExperimentState => {
    const override = overrides[index] ?? null
    const browser: Variants = override === null ? {} : { [name]: override }
    return { name, override, ...variantOf(name, { environment, browser, service: data?.variants ?? {} }) }
  })
  const unknown = Object.keys(environment).filter((name) => !Object.hasOwn(experiments, name))
  return { states, unknown, service: data?.service, error, refetch }
}

/** Returns the models that a user may choose from: experimental ones only if the experiment is on. */
export const useImageModels = (type: ImageModel['type'], options?: { refetchOnMountOrArgChange: number }) => {
  const { data, isError, isFetching, refetch } = useImageModelsQuery(type, options)
  const isOn = useExperiment('image-models') === 'on'
  const offered = useMemo(() => data?.filter(({ experimental }) => isOn || !experimental), [data, isOn])
  return { data: offered, isError, isFetching, refetch }
}
