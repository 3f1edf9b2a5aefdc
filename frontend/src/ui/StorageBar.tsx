import { type StorageShare, sizeInWords } from '#domain/storage.ts'
import classes from './storage-bar.module.css'

interface Props {
  label: string
  share: StorageShare
}

/** The used share of the file quota. The colour adds nothing to the text. */
export const StorageBar = ({ label, share: { used, inTrash, most } }: Props) => {
  const taken = most > 0 ? Math.min(1, used / most) : 1
  const words = `${sizeInWords(used)} of ${sizeInWords(most)}`
  return (
    <div className={classes.bar}>
      <div className={classes.head}>
        <span className={classes.label} dir="auto">
          {label}
        </span>
        <span className="num">{words}</span>
      </div>
      {/* The text contains the same figures. */}
      <div aria-hidden="true" className={classes.track} {...(taken >= 0.9 && { 'data-full': true })}>
        <span style={{ width: `${100 * taken}%` }} />
      </div>
      {(inTrash > 0 || taken >= 1) && (
        <p className={classes.note}>
          {taken >= 1 && 'There is no more room. '}
          {inTrash > 0 && `${sizeInWords(inTrash)} of it lies in the Trash.`}
        </p>
      )}
    </div>
  )
}
