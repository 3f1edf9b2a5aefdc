import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MapRoom } from '#projections/map-answers.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import classes from './map-page.module.css'
import type { FogTools } from './use-fog.ts'

/** Lifts and lowers the fog, all of it at once or a room. */
export const FogPanel = ({ fog, rooms }: { fog: FogTools; rooms: readonly MapRoom[] | null }) => {
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
          {rooms.map(({ id, name, note, secret, cells }) => (
            <li key={id}>
              <b className="num">{id}</b>
              <span>
                <strong dir="auto">{name}</strong>
                {secret && <em>Secret</em>}
                <small dir="auto">{note}</small>
              </span>
              <Button size="xs" aria-label={`Reveal ${name}`} onClick={() => fog.some('reveal', cells)}>
                Reveal
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Reveal all of the map"
        text="Players see all of it at once, secret rooms too. You can undo it, and they will have seen it."
        confirm="Reveal All"
        onConfirm={() => fog.all('reveal')}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
