import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ImageDetail } from '#projections/answers.ts'
import type { ImageRow } from '#projections/images.ts'
import { dateTimeOf } from '../../../ui/dates.ts'
import { useImageUsageQuery } from '../api.ts'
import { counted } from '../picture.ts'

interface Props {
  row: ImageRow
  username: string
  model: ImageDetail['imageModel']
  mine: boolean
}

/** How a picture came to be. What does not apply to it is left out. */
export const Facts = ({ row, username, model, mine }: Props) => {
  const { data: usage } = useImageUsageQuery(row.id)
  const facts: [string, ReactNode][] = [
    ['Model', model && <span title={model.description}>{model.name}</span>],
    ['Style', row.stylePreset],
    ['Size', `${row.width} × ${row.height}`],
    ['Seed', row.seed !== null && row.uri && row.modelId ? String(row.seed) : null],
    ['Cost', row.modelId && row.uri ? counted(row.cost, 'credit') : null],
    [
      'Made',
      <time key="made" dateTime={row.createdAt}>
        {dateTimeOf(row.createdAt)}
      </time>,
    ],
    ['By', mine ? `${username} (you)` : username],
    ['Lore', usage?.conjuration && <Link to={`/lore/view/${usage.conjuration.id}`}>{usage.conjuration.name}</Link>],
    ['Campaign', usage?.campaign?.name],
  ]
  return (
    <>
      {row.prompt && (
        <section className="det-words">
          <h2>Prompt</h2>
          <p>{row.prompt}</p>
        </section>
      )}
      {row.negativePrompt && (
        <section className="det-words">
          <h2>Negative prompt</h2>
          <p>{row.negativePrompt}</p>
        </section>
      )}
      <dl className="det-facts num">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {row.madeBy && <p className="det-maker">{row.madeBy}</p>}
    </>
  )
}
