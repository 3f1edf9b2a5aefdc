import { Button, Select } from '@mantine/core'
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import type { MapRoom, PlanAnswer } from '#projections/map-answers.ts'
import { ChosenDoor } from './ChosenDoor.tsx'
import classes from './map-page.module.css'
import type { Doors } from './use-doors.ts'
import { isWay } from './walls.ts'

/** Sets a door into a wall: by a press on the map, or with arrow keys and Enter. */
const PlacingDoor = ({ doors: { placing, busy, place, step, stop } }: { doors: Doors }) => (
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

interface Props {
  doors: Doors
  rooms: readonly MapRoom[]
  /** True if the doors tool is active. */
  isOn: boolean
  onTool: () => void
}

const kinds = { door: 'Door', double: 'Double door', barred: 'Barred door', arch: 'Archway' } as const

/** Title of a door: its kind, and the rooms it connects. */
const titled = (door: PlanAnswer['doors'][number], rooms: readonly MapRoom[]) => {
  const names = [...new Set(door.rooms)].map((id) => rooms.find((room) => room.id === id)?.name ?? '')
  return `${door.secret ? 'Secret: ' : ''}${kinds[door.kind]}, ${names.filter(Boolean).join(' – ')}`
}

/**
 * Edits the doors of a map: selected on it or in the list, placed into a wall by a press or with arrow keys and Enter.
 */
export const DoorsPanel = ({ doors, rooms, isOn, onTool }: Props) => {
  const { plan, chosen, placing, busy } = doors
  return (
    <section className={classes.panel} aria-label="Doors and rooms">
      <header>
        <h2>Doors and rooms</h2>
        {plan.undoable > 0 && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconArrowBackUp size={14} />}
            disabled={busy}
            onClick={doors.undo}
          >
            Undo
          </Button>
        )}
      </header>
      <p>Press a door on the map, or choose it here. Rooms are renamed in the key below.</p>
      <Select
        label="Door"
        placeholder="Choose a door"
        clearable
        maxDropdownHeight={280}
        data={plan.doors.map((door, n) => ({ value: door.id, label: `${n + 1}. ${titled(door, rooms)}` }))}
        value={chosen?.id ?? null}
        onChange={(id) => {
          onTool()
          doors.choose(id)
        }}
      />
      {placing ? (
        <PlacingDoor doors={doors} />
      ) : (
        <>
          {chosen && <ChosenDoor door={chosen} doors={doors} onTool={onTool} />}
          <div className={classes.acts}>
            <Button
              leftSection={<IconPlus size={15} />}
              disabled={busy}
              onClick={() => {
                onTool()
                doors.begin('add')
              }}
            >
              Add a Door
            </Button>
            {!isOn && (
              <Button variant="subtle" onClick={onTool}>
                Show Doors
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
