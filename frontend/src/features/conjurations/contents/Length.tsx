import classes from './contents.module.css'

const wordsAMinute = 230

/** How long the texts of a page are. */
export const Length = ({ words }: { words: number }) =>
  words > 0 && (
    <p className={`${classes.length} num`}>
      {words === 1 ? '1 word' : `${words.toLocaleString('en')} words`} · {Math.max(1, Math.round(words / wordsAMinute))}{' '}
      min read
    </p>
  )
