import { Skeleton } from '@mantine/core'
import { Loading } from '../../ui/Loading.tsx'
import classes from './collection.module.css'

export const LoadingCollection = () => (
  <Loading label="Loading lore" className={classes.skeleton}>
    {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
      <Skeleton key={n} height={260} />
    ))}
  </Loading>
)
