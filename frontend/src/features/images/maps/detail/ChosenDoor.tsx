import { Button } from '@mantine/core'
import { IconArrowsMove, IconTrash } from '@tabler/icons-react'
import type { PlanAnswer } from '#projections/map-answers.ts'
import { Toggle } from '../../../../ui/Toggle.tsx'
import classes from './map-page.module.css'
import type { Doors } from './use-doors.ts'

interface Props {
  door: PlanAnswer['doors'][number]
  doors: Doors
  onTool: () => void
}

/** Actions for a door. An archway has no leaf to open or lock; a secret door is closed. */
export const ChosenDoor = ({ door: { kind, closed, locked, secret }, doors, onTool }: Props) => (
  <>
    {kind !== 'arch' && (
      <>
        <Toggle
          label="Open"
          checked={!closed}
          disabled={doors.busy || secret}
          onChange={(event) => doors.change({ closed: !event.currentTarget.checked })}
        />
        <Toggle
          label="Locked"
          checked={locked}
          disabled={doors.busy}
          onChange={(event) => doors.change({ locked: event.currentTarget.checked })}
        />
      </>
    )}
    <Toggle
      label="Secret: players do not see it, nor what only it leads to"
      checked={secret}
      disabled={doors.busy}
      onChange={(event) => doors.change({ secret: event.currentTarget.checked })}
    />
    <div className={classes.acts}>
      <Button
        leftSection={<IconArrowsMove size={15} />}
        disabled={doors.busy}
        onClick={() => {
          onTool()
          doors.begin('move')
        }}
      >
        Move
      </Button>
      <Button
        leftSection={<IconTrash size={15} />}
        data-danger
        disabled={doors.busy}
        onClick={() => void doors.remove()}
      >
        Remove
      </Button>
    </div>
  </>
)
