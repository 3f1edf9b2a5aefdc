import { Skeleton } from '@mantine/core'
import { Loading } from '../../ui/Loading.tsx'
import { NotHere } from '../../ui/NotHere.tsx'
import classes from './column.module.css'

const toLore = (to: string) => ({ to, label: 'Back to Lore' })

export const NotFound = ({ back }: { back: string }) => (
  <NotHere
    page="Lore not found"
    subject="loom"
    title="This lore is not here"
    text="It does not exist, or it was deleted. What was deleted can be restored from the campaign’s Trash for 30 days."
    back={toLore(back)}
  />
)

export const Forbidden = ({ back }: { back: string }) => (
  <NotHere
    page="Lore"
    subject="chairs"
    title="You don't have permission to view this lore."
    text="Whoever wrote it decides who sees it. Ask them, or a Dungeon Master of your campaign."
    back={toLore(back)}
  />
)

export const LoadingLore = () => (
  <Loading label="Loading lore" className={classes.body}>
    <div className={classes.column}>
      <Skeleton height={44} width="60%" />
      <Skeleton height={18} mt={24} />
      <Skeleton height={18} mt={12} />
      <Skeleton height={18} mt={12} width="80%" />
    </div>
    <div>
      <Skeleton height={350} />
    </div>
  </Loading>
)
