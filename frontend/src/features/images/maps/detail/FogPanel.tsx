import { Button } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { useState } from 'react'
import type { MapRoom } from '#projections/map-answers.ts'
import { messageOf } from '../../../../base/problem.ts'
import { useFindRoomMutation } from '../../../../data/maps.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import classes from './map-page.module.css'
import { RoomTitle } from './RoomTitle.tsx'
import type { FogTools } from './use-fog.ts'
import type { useKeepKey } from './use-keep-key.ts'

interface Props {
  id: string
  fog: FogTools
  rooms: readonly MapRoom[] | null
  /** Numbers of the secret rooms that players have found. */
  found: readonly number[]
  keeping: ReturnType<typeof useKeepKey>
}

/** Lifts and lowers the fog, all of it at once or a room; a secret room is found first. */
export const FogPanel = ({ id: mapId, fog, rooms, found, keeping }: Props) => {
  const [findRoom] = useFindRoomMutation()
  const find = async (room: number, found: boolean) => {
    const { error } = await findRoom({ id: mapId, room, found })
    if (error) toast.error(messageOf(error, 'This could not be changed. Please try again.'))
  }
  const [isAsking, setAsking] = useState(false)
  return (
    <section className={classes.panel} aria-label="Fog">
      <h2>Fog</h2>
      <p>Brush over the map to reveal it. [ and ] change the brush.</p>
      <div className={classes.pair}>
        <Button onClick={() => setAsking(true)}>Reveal All</Button>
        <Button onClick={() => fog.all('cover')}>Cover All</Button>
      </div>
      {rooms && rooms.length > 0 && (
        <ul className={classes.rooms}>
          {rooms.map((room) => (
            <Room
              key={room.id}
              mapId={mapId}
              room={room}
              isFound={found.includes(room.id)}
              onReveal={() => fog.some('reveal', room.cells)}
              onFind={(found) => void find(room.id, found)}
            />
          ))}
        </ul>
      )}
      {rooms && rooms.length > 0 && (
        <Button leftSection={<IconBook size={15} />} loading={keeping.isKeeping} onClick={keeping.keep}>
          Keep This Key as Lore
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Reveal all of the map"
        text="Players see all of it at once, but for secret rooms that they have not found. You can undo it, and they will have seen it."
        confirm="Reveal All"
        onConfirm={() => fog.all('reveal')}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

interface RoomProps {
  mapId: string
  room: MapRoom
  isFound: boolean
  onReveal: () => void
  onFind: (found: boolean) => void
}

/** A room of the key. Players find a secret one before it can be revealed. */
const Room = ({ mapId, room: { id, name, note, secret }, isFound, onReveal, onFind }: RoomProps) => (
  <li>
    <b className="num">{id}</b>
    <span>
      <RoomTitle mapId={mapId} room={id} name={name}>
        {secret && <em>{isFound ? 'Found' : 'Secret'}</em>}
      </RoomTitle>
      <small dir="auto">{note}</small>
    </span>
    {secret && !isFound ? (
      <Button size="xs" aria-label={`Found: ${name}`} onClick={() => onFind(true)}>
        Found
      </Button>
    ) : (
      <Button size="xs" aria-label={`Reveal ${name}`} onClick={onReveal}>
        Reveal
      </Button>
    )}
    {secret && isFound && (
      <Button size="xs" variant="subtle" aria-label={`Hide ${name} again`} onClick={() => onFind(false)}>
        Hide
      </Button>
    )}
  </li>
)
