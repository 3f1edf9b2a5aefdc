import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { messageOf } from '../../../../base/problem.ts'
import { useShowMapMutation, useTakeMapBackMutation } from '../../../../data/maps.ts'
import { LiveStitch } from '../../../../ui/Thread.tsx'
import { Toggle } from '../../../../ui/Toggle.tsx'
import { toast } from '../../../../ui/toast.ts'
import classes from './map-page.module.css'

interface Props {
  id: string
  isShown: boolean
  /** True if fog is drawn as players see it. */
  asPlayers: boolean
  onAsPlayers: (as: boolean) => void
}

/** Presents the map to all players, or ends it. */
export const TablePanel = ({ id, isShown, asPlayers, onAsPlayers }: Props) => {
  const [showMap, showing] = useShowMapMutation()
  const [takeMapBack, taking] = useTakeMapBackMutation()
  const act = async () => {
    const { error } = await (isShown ? takeMapBack(id) : showMap(id))
    if (error) toast.error(messageOf(error, 'The table could not be changed. Please try again.'))
  }
  return (
    <section className={classes.panel} aria-label="Table">
      <header>
        <h2>Table</h2>
        {isShown && (
          <em className={classes.live}>
            <LiveStitch width={24} /> Players see it
          </em>
        )}
      </header>
      <p>
        {isShown
          ? 'Everybody in the campaign sees what you reveal, as you reveal it.'
          : 'Nobody else sees this map until you show it, and then only what you have revealed.'}
      </p>
      <Button
        variant={isShown ? 'default' : 'filled'}
        leftSection={isShown ? <IconEyeOff size={15} /> : <IconEye size={15} />}
        loading={showing.isLoading || taking.isLoading}
        onClick={() => void act()}
      >
        {isShown ? 'Take Back' : 'Show at the Table'}
      </Button>
      <Toggle
        label="See it as players do"
        checked={asPlayers}
        onChange={(event) => onAsPlayers(event.currentTarget.checked)}
      />
    </section>
  )
}
