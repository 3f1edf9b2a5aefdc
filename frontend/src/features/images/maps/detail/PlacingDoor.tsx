import { Button } from '@mantine/core'
import classes from './map-page.module.css'
import type { Doors } from './use-doors.ts'
import { isWay } from './walls.ts'

/** Sets a door into a wall: by a press on the map, or with arrow keys and Enter. */
export const PlacingDoor = ({ doors: { placing, busy, place, step, stop } }: { doors: Doors }) => (
  <>
    <p role="status">Press a wall between two rooms. With the keyboard: arrow keys, then Enter.</p>
    <div className={classes.acts}>
      <Button
        autoFocus
        loading={busy}
        onClick={() => void place()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') stop()
          if (!isWay(event.key)) return
          event.preventDefault()
          event.stopPropagation()
          step(event.key)
        }}
      >
        {placing === 'add' ? 'Add Here' : 'Move Here'}
      </Button>
      <Button variant="subtle" onClick={stop}>
        Cancel
      </Button>
    </div>
  </>
)
