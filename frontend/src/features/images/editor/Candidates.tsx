import type { ImageEditing } from '#domain/image-edit-answers.ts'
import classes from './editor-panel.module.css'

interface Props {
  editing: Pick<ImageEditing, 'candidates' | 'currentEditId'>
  isBusy: boolean
  onChoose: (id: string) => void
}

/** Results of a premium touch up, to choose from. */
export const Candidates = ({ editing: { candidates, currentEditId }, isBusy, onChoose }: Props) =>
  candidates.length < 2 ? null : (
    <fieldset className={classes.candidates}>
      <legend>Choose one</legend>
      {candidates.map(({ id, uri }, n) => (
        <label key={id}>
          <input
            type="radio"
            name="candidate"
            aria-label={`Candidate ${n + 1} of ${candidates.length}`}
            checked={id === currentEditId}
            disabled={isBusy}
            onChange={() => onChoose(id)}
          />
          <img src={`${uri}?w=320`} alt="" />
        </label>
      ))}
    </fieldset>
  )
