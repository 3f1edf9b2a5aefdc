import { useReducedMotion } from '@mantine/hooks'
import { IconBrush } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import classes from './form.module.css'

const turnMs = 3000

/** A sample of a model's work; with `turning` the next one fades in every 3 s. Models without samples show a brush. */
export const Sample = ({ model, turning = false }: { model: ImageModel; turning?: boolean }) => {
  const samples = model.sampleImageUris
  const still = useReducedMotion()
  const [turn, setTurn] = useState(0)
  const moves = turning && !still && samples.length > 1
  useEffect(() => {
    if (!moves) return setTurn(0)
    const timer = setInterval(() => setTurn((turn) => turn + 1), turnMs)
    return () => clearInterval(timer)
  }, [moves])
  return (
    <span className={classes.sample}>
      {samples.length === 0 && <IconBrush size={22} stroke={1.6} aria-hidden="true" />}
      {(moves ? samples : samples.slice(0, 1)).map((uri, n) => (
        <img
          key={uri}
          src={uri}
          alt=""
          loading="lazy"
          decoding="async"
          data-shown={n === turn % samples.length || undefined}
          onError={({ currentTarget }) => {
            currentTarget.hidden = true
          }}
        />
      ))}
    </span>
  )
}
