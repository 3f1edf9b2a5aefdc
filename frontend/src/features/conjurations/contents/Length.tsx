import classes from './contents.module.css'

const wordsAMinute = 230

/** The number of words of a page. */
export const Length = ({ words }: { words: number }) =>
  words > 0 && (
    <p className={`${classes.length} num`}>
      {words === 1 ? '1 word' : `${words.toLocaleString('en')} words`} · {Math.max(1, Math.round(words / wordsAMinute))}{' '}
      min read
    </p>
  )
