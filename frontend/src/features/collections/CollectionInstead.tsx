import { Button, Skeleton } from '@mantine/core'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Instead.tsx'
import classes from './collection.module.css'

interface Props {
  /** `first`: nothing hangs in the whole campaign. */
  state: 'loading' | 'first' | 'empty'
  onAddConjuration: () => void
}

/** In place of the cards while there are none. */
export const CollectionInstead = ({ state, onAddConjuration }: Props) =>
  ({
    loading: () => (
      <Loading label="Loading lore" className={classes.skeleton}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
          <Skeleton key={n} height={260} />
        ))}
      </Loading>
    ),
    first: () => (
      <EmptyState
        subject="loom"
        title="Add Lore to Your Collection"
        text="Who lives here, where it lies, what goes on: write down what your table should remember."
        action={
          <Button variant="filled" onClick={onAddConjuration}>
            Add Lore
          </Button>
        }
        examples={[
          { title: 'Character', text: 'The harbour clerk who weighs more than cargo, and keeps two ledgers' },
          { title: 'Location', text: 'A causeway that is passable for two hours at low water' },
          { title: 'Quest', text: 'Ring the fifth bell before the Year of Two Thaws comes round again' },
          { title: 'World Lore', text: 'Why nobody in Low Saltmarch lights a lamp on the last night of the month' },
        ]}
      />
    ),
    empty: () => (
      <EmptyState
        subject="loom"
        title="No content in this folder"
        text="Add lore to it, or drag some here from another folder."
        action={<Button onClick={onAddConjuration}>Add Lore</Button>}
      />
    ),
  })[state]()
