import { useMemo } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { useImageModelsQuery } from '../../data/images.ts'

/** Returns a sample picture by model id, for the display of progress. Models without samples are left out. */
export const useSamples = (type: ImageModel['type']): ReadonlyMap<string, string> => {
  const { data } = useImageModelsQuery(type)
  return useMemo(
    () => new Map((data ?? []).flatMap(({ id, sampleImageUris: [first] }) => (first ? [[id, first] as const] : []))),
    [data],
  )
}
