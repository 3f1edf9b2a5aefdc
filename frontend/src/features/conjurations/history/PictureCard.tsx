import { Link } from 'react-router'
import { CardHeader } from './CardHeader.tsx'
import classes from './history.module.css'
import type { PictureChange } from './timeline.ts'
import { pictureDeed } from './words.ts'

/** A user's change of a picture of the entry, with a link to the picture while it is not deleted. */
export const PictureCard = ({ change }: { change: PictureChange }) => {
  const { at, actorName, impersonatorName, picture } = change
  const name = <q dir="auto">{picture.name || 'Untitled image'}</q>
  return (
    <li className={classes.card}>
      <CardHeader actorName={actorName} impersonatorName={impersonatorName} at={at}>
        {pictureDeed(change)}{' '}
        {picture.isDeleted ? (
          name
        ) : (
          <Link className={classes.picture} to={`/images/${picture.id}`}>
            {name}
          </Link>
        )}
      </CardHeader>
    </li>
  )
}
