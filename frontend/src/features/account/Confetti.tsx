import { type CSSProperties, useState } from 'react'
import classes from './celebration.module.css'

const dyes = ['weld', 'woad', 'orchil', 'verdigris', 'lichen', 'copper', 'madder']
const scraps = 84

const scrap = (index: number): CSSProperties =>
  ({
    '--from': `${Math.random() * 100}%`,
    '--drift': `${Math.random() * 240 - 120}px`,
    '--turn': `${Math.random() * 1440 - 720}deg`,
    '--wait': `${Math.random() * 900}ms`,
    '--fall': `${1600 + Math.random() * 500}ms`,
    background: `var(--ll-${dyes[index % dyes.length]})`,
  }) as CSSProperties

/** Scraps of cloth in the seven dyes, for about three seconds. */
export const Confetti = () => {
  const [styles] = useState(() => Array.from({ length: scraps }, (_, index) => scrap(index)))
  return (
    <span className={classes.confetti} aria-hidden="true">
      {styles.map((style, index) => (
        <i key={index} style={style} />
      ))}
    </span>
  )
}
