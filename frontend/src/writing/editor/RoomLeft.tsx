import classes from './quill.module.css'

/** The remaining length shows below this limit. */
const nearlyFull = 500
const counted = (letters: number) => `${letters.toLocaleString('en')} ${letters === 1 ? 'character' : 'characters'}`

/** Remaining characters of a text that is nearly full; negative: the text is too long to be saved. */
export const RoomLeft = ({ letters }: { letters: number }) =>
  letters > nearlyFull ? null : (
    <small className={`${classes.left} num`} role="status">
      {letters >= 0 ? `${counted(letters)} left` : `${counted(-letters)} too many: this is not saved`}
    </small>
  )
