import classes from './quill.module.css'

/** From here on a text says how much room is left. */
const nearlyFull = 500
const counted = (letters: number) => `${letters.toLocaleString('en')} ${letters === 1 ? 'character' : 'characters'}`

/** How many letters fit into a text that is nearly full; fewer than none: what is typed now is not taken. */
export const RoomLeft = ({ letters }: { letters: number }) =>
  letters > nearlyFull ? null : (
    <small className={`${classes.left} num`} role="status">
      {letters >= 0 ? `${counted(letters)} left` : `${counted(-letters)} too many: this is not saved`}
    </small>
  )
