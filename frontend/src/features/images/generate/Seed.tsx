import { useId } from 'react'
import formClasses from './form.module.css'
import promptClasses from './prompt.module.css'

interface Props {
  seed: string
  problem: string | undefined
  onChange: (seed: string) => void
}

/** The number that a picture begins from: the same one with the same words and model draws the same picture again. */
export const Seed = ({ seed, problem, onChange }: Props) => {
  const id = useId()
  return (
    <div className={promptClasses.seed}>
      <label htmlFor={id}>
        Seed <span className={promptClasses.chance}>by chance when empty</span>
      </label>
      <input
        id={id}
        className="num"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        value={seed}
        aria-invalid={Boolean(problem) || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {problem && (
        <p role="alert" id={`${id}-problem`} className={formClasses.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
