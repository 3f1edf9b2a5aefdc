import { useEffect, useState } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { useImageModels } from '../../../data/experiments.ts'

const retries = 3
/** For as long the catalogue is taken as it is. */
const freshSeconds = 300

/** The catalogue. A failed load is tried again after 2, 4 and 8 seconds; `failed` once that did not help either. */
export const useModels = (
  type: ImageModel['type'],
): { models: ImageModel[] | undefined; failed: boolean; retry: () => void } => {
  const { data, isError, isFetching, refetch } = useImageModels(type, { refetchOnMountOrArgChange: freshSeconds })
  const [tried, setTried] = useState(0)
  useEffect(() => {
    if (!isError || isFetching || tried >= retries) return
    const timer = setTimeout(
      () => {
        setTried(tried + 1)
        void refetch()
      },
      2 ** (tried + 1) * 1000,
    )
    return () => clearTimeout(timer)
  }, [isError, isFetching, tried, refetch])
  return {
    models: data,
    failed: !data && isError && !isFetching && tried >= retries,
    retry: () => {
      setTried(0)
      void refetch()
    },
  }
}
